#!/bin/bash
# A client of the Debug Adapter Protocol that connects to a port is served as one on standard input.
. tests/tap.sh
cat > "$tmp/client.py" <<'EOF'
import json
import socket
import subprocess
import sys
import time

with socket.socket() as s:
    s.bind(('127.0.0.1', 0))
    port = s.getsockname()[1]
adapter = subprocess.Popen([sys.argv[1], 'debug', '--port', str(port)])
while adapter.poll() is None:
    try:
        client = socket.create_connection(('127.0.0.1', port))
        break
    except OSError:
        time.sleep(0.05)
else:
    sys.exit('the adapter has ended')
for seq, command in enumerate(('initialize', 'disconnect'), 1):
    body = json.dumps({'seq': seq, 'type': 'request', 'command': command, 'arguments': {}}).encode()
    client.sendall(b'Content-Length: %d\r\n\r\n%s' % (len(body), body))
answers = client.makefile('rb').read().decode()
print(answers.count('"success":true') + answers.count('"success": true'), adapter.wait())
EOF
is "the requests of a client are answered" "$(python3 "$tmp/client.py" "$TRELLIS" 2>&1)" "2 0"
echo "1..$n"
