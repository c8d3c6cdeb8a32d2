"""A question put by a client of the Debug Adapter Protocol: dap.py TRELLIS RECORDING NODE EXPRESSION prints the answer."""
import json
import subprocess
import sys

trellis, recording, node, expression = sys.argv[1:]
adapter = subprocess.Popen([trellis, "debug", "--dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
number = 0


def read():
    size = 0
    while line := adapter.stdout.readline().strip():
        if line.lower().startswith(b"content-length"):
            size = int(line.split(b":")[1])
    return json.loads(adapter.stdout.read(size))


def ask(command, **arguments):
    global number
    number += 1
    body = json.dumps({"seq": number, "type": "request", "command": command, "arguments": arguments}).encode()
    adapter.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    adapter.stdin.flush()
    while (message := read())["type"] != "response" or message["request_seq"] != number:
        pass
    return message


ask("initialize", adapterID="test")
ask("launch", recording=recording)
ask("configurationDone")
threads = ask("trellisProcesses", node=int(node))["body"]["processes"]
frame = ask("stackTrace", threadId=threads[0]["id"])["body"]["stackFrames"][0]["id"]
answer = ask("evaluate", expression=expression, context="watch", frameId=frame)
print(answer["body"]["result"] if answer["success"] else answer["message"])
ask("disconnect")
adapter.wait()
