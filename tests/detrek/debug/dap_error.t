#!/bin/bash
# A client of the Debug Adapter Protocol attaches to the recording of a run that ended by an Error: it begins there. Launched,
# it begins at the beginning, and the Error is an exception; so does a client that attaches to a run that ended well.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
cp -r tests/detrek/debug/sums "$tmp/sums"
"$TRELLIS" run --record "$tmp/good" -b "$tmp/build" -o /dev/null "$tmp/sums/sums.vms" > "$tmp/out" 2>&1
sed -i 's/^\t(void)nbytes;/\tvolatile int32_t zero = 0;\n\n\ttotal = 100 \/ zero;/' "$tmp/sums/compute.c"
"$TRELLIS" run --record "$tmp/bad" -b "$tmp/build" -o /dev/null "$tmp/sums/sums.vms" > "$tmp/out" 2>&1
is "the run has ended by an Error" "$?" 1

cat > "$tmp/client.py" <<'EOF'
import re
import sys

sys.path.insert(0, 'tests/detrek/debug')
from dap_client import Client, Refused


def session(how, recording, *moves, **arguments):
    client = Client(sys.argv[1])
    client.request('initialize', adapterID='trellis')
    client.request(how, recording=recording, **arguments)
    client.event('initialized')
    client.request('setExceptionBreakpoints', filters=['error'])
    body = client.begin()
    for move in (None,) + moves:
        body = client.move(move, threadId=body.get('threadId', 0)) if move else body
        assert body['threadId'] in [t['id'] for t in client.request('threads')['threads']]
        frame = (client.frames(body['threadId']) or [{}])[0]
        print(how, move, body['reason'], re.sub('node n[0-9]+', 'node N', body.get('text', '')), frame.get('name'), frame.get('line') if frame.get('name') == 'compute_fn' else '')
        if body['reason'] == 'exception':
            info = client.request('exceptionInfo', threadId=body['threadId'])
            print(info['exceptionId'], info['breakMode'])
    client.end()


session('attach', sys.argv[2], 'reverseContinue')
session('attach', sys.argv[2], stopOnEntry=True)
session('launch', sys.argv[2])
session('attach', sys.argv[3])

# at the beginning the only thread is a node; the user can go on from it
client = Client(sys.argv[1])
client.launch(recording=sys.argv[3])
thread = client.begin()['threadId']
print(client.request('threads')['threads'] == [{'id': thread, 'name': 'node n0: no process; the node waits to be booted'}])
try:
    client.request('next', threadId=thread)
except Refused as refused:
    print(refused)
client.functions('compute_fn')
body = client.move('continue', threadId=thread)
print(body['reason'], client.frames(body['threadId'])[0]['name'])
back = client.move('reverseContinue', threadId=body['threadId'])['threadId']
print([t['name'] for t in client.request('threads')['threads'] if t['id'] == back])
client.end()
EOF
line=$(grep -n '100 / ' "$tmp/sums/compute.c" | cut -d : -f 1)
expect "sessions" 0 python3 "$tmp/client.py" "$TRELLIS" "$tmp/bad" "$tmp/good" <<EOF
attach None exception node N: a process was stopped because of Error: division by zero compute_fn $line
division by zero always
attach reverseContinue pause  None 
attach None entry  None 
launch None exception the next instruction of node N sets Error: division by zero compute_fn $line
division by zero always
attach None pause the run has ended link_in 
True
node n0 has no process that could step: continue, or set a breakpoint first
function breakpoint compute_fn
['node n1: no process; the node waits to be booted']
EOF
echo "1..$n"
