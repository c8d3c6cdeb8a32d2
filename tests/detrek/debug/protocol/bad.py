# bad.py: sends bad messages of the Debug Adapter Protocol to a session on the recording of the
# argument, and good messages between them.
import json
import sys

out = sys.stdout.buffer


def frame(body):
    out.write(b"Content-Length: %d\r\n\r\n" % len(body))
    out.write(body)


def request(seq, command, **arguments):
    frame(json.dumps({"seq": seq, "type": "request", "command": command, "arguments": arguments}).encode())


request(1, "launch", recording=sys.argv[1], stopOnEntry=True)
frame(b"nope!")
frame(b"\xff\xfe\x00")
out.write(b"Content-Type: text\r\n\r\n")
frame(b'{"seq":2,"type":"request","command":"evaluate","arguments":{"expression":"' + b"x" * (100 << 20) + b'"}}')
frame(b"[" * (7 << 20))
frame(b'{"seq":3,"type":"request","command":["a"]}')
frame(b'{"seq":4,"type":"request"}')
request(5, "frobnicate")
request(6, "evaluate", expression="nothing_of_that_name", context="watch")
request(7, "setBreakpoints", source={"path": 7}, breakpoints="x")
request(8, "variables", variablesReference=-1)
request(9, "stackTrace", threadId="x")
request(10, "evaluate", expression="$node", context="repl")
request(11, "disconnect")
