#!/usr/bin/env python3
"""
browse.py FOLDER URL STEP...: a user of a page with a diagram, in chromium without a display; through the browser's
own pipe, so that wheel, mouse and keys are what a user's are to the page.

Places are parts of the diagram's width and height. Steps:
    wheel X Y DELTA     turn the wheel there
    drag X Y TO_X TO_Y  with the mouse
    seek REGEX          put the mouse where the words under the diagram match; the groups are printed
    click               where the mouse is
    press SELECTOR      click on an element
    tell NAME...        attributes of the body, printed
"""
import itertools, json, os, re, subprocess, sys, time


class Browser:
    def __init__(self, folder):
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--window-size=1200,1000",
                 "--user-data-dir=" + folder]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{theirs_in} 4>&{theirs_out}', "bash", "chromium", *flags],
            pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.answers = os.fdopen(ours_in, "rb")
        self.orders = os.fdopen(ours_out, "wb")
        self.n = 0
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def receive(self):
        text = b""
        while not text.endswith(b"\0"):
            byte = self.answers.read(1)
            if not byte:
                sys.exit("the browser is gone")
            text += byte
        return json.loads(text[:-1])

    def ask(self, method, **params):
        self.n += 1
        order = {"id": self.n, "method": method, "params": params}
        if self.session:
            order["sessionId"] = self.session
        self.orders.write(json.dumps(order).encode() + b"\0")
        self.orders.flush()
        while (answer := self.receive()).get("id") != self.n:
            pass
        if "error" in answer:
            sys.exit(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{expression}: {answer['exceptionDetails']['text']}")
        return answer["result"].get("value")

    def mouse(self, kind, x, y, **more):
        self.at = x, y
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def box(self, selector):
        """Left, top, width and height of an element that is in sight."""
        return self.value(f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
                          "e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                          "return [r.left, r.top, r.width, r.height]; })()")

    def point(self, x, y):
        left, top, width, height = self.box("#diagram")
        return left + float(x) * width, top + float(y) * height


def seek(b, pattern):
    left, top, width, height = b.box("#diagram")
    parts = [i / 100 for i in range(1, 100)]
    for x, y in itertools.product(parts, parts):
        b.mouse("mouseMoved", left + x * width, top + y * height)
        found = re.search(pattern, b.value("document.getElementById('readout').textContent"))
        if found:
            print(*found.groups())
            return
    sys.exit(f"{pattern} is nowhere in the diagram")


def step(b, word, rest):
    if word == "wheel":
        x, y, delta = rest.split()
        b.mouse("mouseWheel", *b.point(x, y), deltaX=0, deltaY=float(delta))
    elif word == "drag":
        x, y, to_x, to_y = rest.split()
        b.mouse("mousePressed", *b.point(x, y), button="left", buttons=1, clickCount=1)
        b.mouse("mouseMoved", *b.point(to_x, to_y), button="left", buttons=1)
        b.mouse("mouseReleased", *b.point(to_x, to_y), button="left", clickCount=1)
    elif word == "seek":
        seek(b, rest)
    elif word == "click":
        b.click(*b.at)
    elif word == "press":
        left, top, width, height = b.box(rest)
        b.click(left + width / 2, top + height / 2)
    elif word == "tell":
        print(*(b.value(f"document.body.dataset[{json.dumps(name)}]") for name in rest.split()))
    else:
        sys.exit(f"no step: {word}")


def main():
    b = Browser(sys.argv[1])
    b.ask("Page.navigate", url=sys.argv[2])
    while b.value("document.body && document.body.dataset.ready") != "yes":
        time.sleep(0.05)
    for words in sys.argv[3:]:
        step(b, *words.partition(" ")[::2])
        b.ask("Runtime.evaluate", expression="new Promise(f => requestAnimationFrame(f))", awaitPromise=True)
    b.ask("Browser.close")
    b.process.wait()


main()
