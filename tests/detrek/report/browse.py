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
    hover SELECTOR|X Y  put the mouse there
    focus SELECTOR      as Tab does
    key NAME            press a key: ArrowDown, +
    value EXPRESSION    of the page's script, printed as JSON
    time X Y DELTA      the milliseconds of processor time that a turn of the wheel takes: the least of nine
    open                the same of opening the page: the least of three
    unit                the same of a fixed computation: what this machine does just now
    dark, light, print  the screen, or what goes to paper
    width N             of the screen
    shot FILE [SCALE [SELECTOR]]  what a screen of 1200 x 1000 shows of the page, or an element
    words FILE          what the page shows, whatever its fonts: a line for each text, summary and drawing in sight
    axe FILE            load axe-core from there; print its serious and critical findings, and how many rules passed
"""
import base64, itertools, json, os, re, subprocess, sys, time


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


def cpu(b):
    """Seconds of processor time that the page's thread has had: no other load of the machine counts."""
    return {m["name"]: m["value"] for m in b.ask("Performance.getMetrics")["metrics"]}["TaskDuration"]


def wheel_time(b, x, y, delta):
    times = []
    for _ in range(9):
        begin = cpu(b)
        step(b, "wheel", f"{x} {y} {delta}")
        b.value("document.querySelector('#diagram').getContext('2d').getImageData(0, 0, 1, 1).width")
        times.append(cpu(b) - begin)
    print(f"{1000 * min(times):.1f}")


def opening_time(b, url):
    times = []
    for _ in range(3):
        b.ask("Page.navigate", url="about:blank")
        begin = cpu(b)
        open_page(b, url)
        times.append(cpu(b) - begin)
    print(f"{1000 * min(times):.1f}")


def unit_time(b):
    times = []
    for _ in range(9):
        begin = cpu(b)
        b.value("(() => { let s = 0; for (let i = 0; i < 5e6; i++) s += Math.sqrt(i ^ 5); return s; })()")
        times.append(cpu(b) - begin)
    print(f"{1000 * min(times):.1f}")


def axe(b, file):
    b.value(open(file, encoding="utf-8").read() + ";0")
    found = b.ask("Runtime.evaluate", returnByValue=True, awaitPromise=True,
                  expression="axe.run().then(r => ({passed: r.passes.length, found: r.violations"
                  ".filter(v => ['serious', 'critical'].includes(v.impact))"
                  ".map(v => v.id + ': ' + v.nodes.map(n => n.html).join(' '))}))")["result"]["value"]
    print(*found["found"], f"{found['passed']} rules passed", sep="\n")


def screen(b, kind):
    b.ask("Emulation.setEmulatedMedia", media="print" if kind == "print" else "screen",
          features=[{"name": "prefers-color-scheme", "value": "dark" if kind == "dark" else "light"}])
    b.value(f"window.dispatchEvent(new Event('{'beforeprint' if kind == 'print' else 'afterprint'}'))")
    # pictures that depend on the screen are chosen anew by and by
    b.ask("Runtime.evaluate", awaitPromise=True, expression="new Promise(f => requestAnimationFrame(() => setTimeout(f, 0)))"
          ".then(() => Promise.all([...document.images].map(i => i.decode().catch(() => 0))))")


def shot(b, file, scale="1", selector=None):
    b.ask("Emulation.setDeviceMetricsOverride", width=1200, height=1000, deviceScaleFactor=1, mobile=False)
    left, top, width, height = b.box(selector) if selector else (0, 0, 1200, 1000)
    picture = b.ask("Page.captureScreenshot", format="png", captureBeyondViewport=bool(selector),
                    clip={"x": left, "y": top + (b.value("scrollY") if selector else 0), "width": width,
                          "height": height, "scale": float(scale)})
    with open(file, "wb") as f:
        f.write(base64.b64decode(picture["data"]))


WORDS = """(() => {
    const lines = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let n = walker.nextNode(); n; n = walker.nextNode()) {
        const e = n.parentElement, name = n.localName, text = n.data && n.data.trim().replace(/\\s+/g, ' ');
        if (text && e.checkVisibility() && !e.closest('script, style'))
            lines.push(e.localName + ': ' + text);
        else if (name == 'summary' && n.checkVisibility())
            lines.push(name + (n.parentElement.open ? ', open' : ', closed'));
        else if (['button', 'canvas', 'svg', 'rect'].includes(name) && n.checkVisibility())
            lines.push(name);
    }
    return lines.join('\\n') + '\\n';
})()"""


def words(b, file):
    with open(file, "w", encoding="utf-8") as f:
        f.write(b.value(WORDS))


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
    elif word == "hover" and rest[0] in "0123456789":
        b.mouse("mouseMoved", *b.point(*rest.split()))
    elif word == "hover":
        left, top, width, height = b.box(rest)
        b.mouse("mouseMoved", left + width / 2, top + height / 2)
    elif word == "focus":
        b.value(f"document.querySelector({json.dumps(rest)}).focus()")
    elif word == "key":
        for kind in ("keyDown", "keyUp"):
            b.ask("Input.dispatchKeyEvent", type=kind, key=rest)
    elif word == "value":
        print(json.dumps(b.value(rest)))
    elif word == "time":
        wheel_time(b, *rest.split())
    elif word == "open":
        opening_time(b, sys.argv[2])
    elif word == "unit":
        unit_time(b)
    elif word in ("dark", "light", "print"):
        screen(b, word)
    elif word == "width":
        b.ask("Emulation.setDeviceMetricsOverride", width=int(rest), height=1000, deviceScaleFactor=1, mobile=False)
    elif word == "shot":
        shot(b, *rest.split())
    elif word == "words":
        words(b, rest)
    elif word == "axe":
        axe(b, rest)
    else:
        sys.exit(f"no step: {word}")


def open_page(b, url):
    b.ask("Page.navigate", url=url)
    while b.value("document.body && document.body.dataset.ready") != "yes":
        time.sleep(0.05)


def main():
    b = Browser(sys.argv[1])
    b.ask("Performance.enable", timeDomain="threadTicks")
    open_page(b, sys.argv[2])
    for words in sys.argv[3:]:
        step(b, *words.partition(" ")[::2])
        b.ask("Runtime.evaluate", expression="new Promise(f => requestAnimationFrame(f))", awaitPromise=True)
    b.ask("Browser.close")
    b.process.wait()


main()
