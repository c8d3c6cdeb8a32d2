#!/bin/bash
# What clients of the Debug Adapter Protocol need for a tree of nodes, completions, log points, data breakpoints and the page of
# `why`: requests of the protocol, and our own.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
cp -r tests/detrek/debug/sums "$tmp/sums"
"$TRELLIS" run --record "$tmp/run" -b "$tmp/build" -o /dev/null "$tmp/sums/sums.vms" > "$tmp/out" 2>&1
is "the run has ended" "$?" 0

cat > "$tmp/client.py" <<'EOF'
import re
import sys

sys.path.insert(0, 'tests/detrek/debug')
from dap_client import Client, Refused

trellis, recording, source = sys.argv[1:]
client = Client(trellis)
client.output['console'] = ''
client.launch(recording=recording)
entry = client.begin()


def complete(text):
    return sorted(t['label'] for t in client.request('completions', text=text, column=len(text) + 1, frameId=frame)['targets'])


def breakpoints(*points):
    for one in client.request('setBreakpoints', source={'path': source}, breakpoints=points)['breakpoints']:
        print(one['verified'], one.get('message', one.get('line')))


def variables(reference):
    return client.request('variables', variablesReference=reference)['variables']


def stop(command):
    global body, frame
    body = client.move(command, threadId=body['threadId'])
    frame = client.frames(body['threadId'])[0]['id']
    print(body['reason'], client.frames(body['threadId'])[0]['line'])


# log points do not stop, forward and backward, also where a step ends and where another breakpoint stops
breakpoints({'line': 42, 'logMessage': 'sum {total} of {ntasks}, {'}, {'line': 43, 'hitCondition': '3'})
body = entry
stop('continue')
print(client.output['console'], end='')
client.output['console'] = ''
breakpoints({'line': 42, 'logMessage': 'again {total}'})
stop('stepBack')
stop('next')
print(client.output['console'], end='')
client.output['console'] = ''
print(client.move('reverseContinue', threadId=body['threadId'])['description'])
print(client.output['console'], end='')
breakpoints({'line': 42, 'logMessage': '{gone}'}, {'line': 42, 'logMessage': '{1 +}'}, {'line': 43})
body = client.move('restart')
print(body['reason'])
stop('continue')

# threads: those of the node, and where the machine stopped before
names = [t['name'] for t in client.request('threads')['threads']]
print(len(names), sorted({n.split('.')[0] for n in names}))
first = body['threadId']
client.command('node n0')
body = client.event('stopped')
names = [t['name'] for t in client.request('threads')['threads']]
print(body['reason'], sorted({n.split('.')[0] for n in names}), [n for n in names if n.startswith('1.')])
print([(n['number'], n['name'], n['selected']) for n in client.request('trellisNodes')['nodes']])
process = [p for p in client.request('trellisProcesses', node=1)['processes'] if p['id'] == first][0]
print(process['process'], process['name'], process['state'])
client.command(f"process {process['process']}")
print(client.event('stopped')['threadId'] == first)
frame = client.frames(first)[0]['id']
try:
    client.request('trellisProcesses', node=7)
except Refused as refused:
    print(refused)

# names
print(complete('kept.l'), complete('tot'), complete('reverse-f'), complete('print kep'), complete('nothing.x'))
client.functions('sum')
body = {'threadId': first}
stop('reverseContinue')
print(complete('l->va'), complete('l->'))
scopes = {s['name']: s['variablesReference'] for s in client.request('scopes', frameId=frame)['scopes']}
l = [v for v in variables(scopes['Arguments']) if v['name'] == 'l'][0]
whole = variables(l['variablesReference'])[0]
for part in variables(whole['variablesReference']):
    print(part['evaluateName'], client.value(part['evaluateName'], frame) == part['value'])
value = [v for v in variables(whole['variablesReference']) if v['name'] == 'value'][0]
print(variables(value['variablesReference'])[1]['evaluateName'])

# data breakpoints on parts
kept = [v for v in variables(scopes['Globals']) if v['name'] == 'kept'][0]
info = client.request('dataBreakpointInfo', name='limit', variablesReference=kept['variablesReference'])
print(info['description'], info['accessTypes'])
client.functions()
breakpoints()
for refused in {'dataId': 'nothing'}, {'dataId': info['dataId'], 'condition': '1'}:
    print(client.request('setDataBreakpoints', breakpoints=[refused])['breakpoints'][0]['message'])
client.request('setDataBreakpoints', breakpoints=[{'dataId': info['dataId'], 'accessType': 'write'}])
stop('continue')
print(client.value('kept.limit', frame))
client.request('setDataBreakpoints', breakpoints=[])

# the page
page = client.request('trellisWhy', expression='kept.limit', frameId=frame)['page']
print(page.startswith('<!DOCTYPE html>'), 'kept.last[ntasks++] = total' in page)
try:
    client.request('trellisWhy', expression='1 + 1', frameId=frame)
except Refused as refused:
    print(str(refused).split(';')[0])
try:
    client.request('setExceptionBreakpoints', filters=['unaligned', 'other'])
except Refused as refused:
    print(refused)
print(client.end())
EOF
expect "requests" 0 python3 "$tmp/client.py" "$TRELLIS" "$tmp/run" "$tmp/sums/compute.c" <<'EOF'
True 42
True 43
breakpoint 43
sum 93 of 0, {
sum 1000 of 1, {
sum 260 of 2, {
True 42
step 42
step 43
again 260
The beginning of the recording
again 260
again 1000
again 93
False no symbol "gone" at the breakpoint
False the expression ends; expected a value
True 43
entry
breakpoint 43
9 ['1']
goto ['0', '1'] ['1.7 slave:compute_fn']
[(0, 'n0', True), (1, 'n1', False)]
1.7 1.7 slave:compute_fn runs
True
unknown node 7
['last', 'limit'] ['total'] ['reverse-finish'] ['kept'] []
function breakpoint 26
['value'] ['kind', 'n', 'value']
(*l).kind True
(*l).n True
(*l).value True
((*l).value)[1]
limit ['write', 'read']
an unknown dataId
a data breakpoint has no condition; it may have a hit count
data breakpoint 43
260
True True
'1 + 1' is not in memory
an exception filter is error, stop, deadlock or unaligned
0
EOF
echo "1..$n"
