"""A client of the Debug Adapter Protocol, for the tests: it has one process of the adapter, over pipes."""
import json
import subprocess


class Refused(Exception):
    """The adapter has answered that a request failed."""


class Client:
    def __init__(self, trellis, *args):
        self.process = subprocess.Popen([trellis, 'debug', '--dap', *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq = 0
        self.events = []  # that came while something else was waited for
        self.output = {'stdout': '', 'stderr': ''}

    def message(self):
        length = None
        for line in iter(self.process.stdout.readline, b'\r\n'):
            if not line:
                raise EOFError('the adapter has ended')
            length = int(line.split(b':')[1])
        return json.loads(self.process.stdout.read(length))

    def receive(self):
        """The next message that is no output, which is gathered."""
        while True:
            m = self.message()
            if m.get('event') != 'output':
                return m
            self.output[m['body']['category']] += m['body']['output']

    def request(self, command, **arguments):
        """Send a request; returns the body of its answer."""
        self.seq += 1
        body = json.dumps({'seq': self.seq, 'type': 'request', 'command': command, 'arguments': arguments}).encode()
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)
        self.process.stdin.flush()
        while True:
            m = self.receive()
            if m['type'] == 'event':
                self.events.append(m)
            elif m['request_seq'] == self.seq:
                if not m['success']:
                    raise Refused(m['message'])
                return m.get('body', {})

    def event(self, name):
        """The body of the next event of that name."""
        while True:
            m = self.events.pop(0) if self.events else self.receive()
            if m['type'] == 'event' and m['event'] == name:
                return m.get('body', {})

    def launch(self, **arguments):
        self.request('initialize', adapterID='trellis')
        self.request('launch', stopOnEntry=True, **arguments)
        self.event('initialized')

    def begin(self):
        self.request('configurationDone')
        return self.event('stopped')

    def move(self, command, **arguments):
        """A request after which the machine runs; returns the body of `stopped`."""
        self.request(command, **arguments)
        return self.event('stopped')

    def functions(self, *names):
        return self.request('setFunctionBreakpoints', breakpoints=[{'name': n} for n in names])['breakpoints']

    def frames(self, thread):
        return self.request('stackTrace', threadId=thread)['stackFrames']

    def value(self, expression, frame=0):
        return self.request('evaluate', expression=expression, frameId=frame)['result']

    def command(self, text):
        """A command of the debugger, as typed into an editor's console."""
        return self.request('evaluate', expression=text, context='repl')['result']

    def end(self, **arguments):
        """Leave; returns the adapter's exit status."""
        self.request('disconnect', **arguments)
        self.event('terminated')
        return self.close()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.read()
        return self.process.wait()
