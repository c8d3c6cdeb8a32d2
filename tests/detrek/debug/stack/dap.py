"""A client looks at a process that waits for a semaphore: its stack, and who has the semaphore. Usage: dap.py TRELLIS RECORDING"""
import sys

sys.path.insert(0, 'tests/detrek/debug')
from dap_client import Client, Refused

client = Client(sys.argv[1])
client.request('initialize', adapterID='trellis')
client.request('attach', recording=sys.argv[2])
client.event('initialized')
client.begin()
thread = next(t for t in client.request('trellisProcesses', node=1)['processes'] if t['name'].startswith('1.3 '))
print(thread['name'])
frames = client.frames(thread['id'])
for f in frames:
    source = f.get('source', {})
    print(f['name'], f.get('presentationHint'), source.get('presentationHint'), source.get('origin'))
frame = next(f for f in frames if f.get('presentationHint') != 'subtle')


def variables(reference):
    return {v['name']: v for v in client.request('variables', variablesReference=reference)['variables']}


def link(v):
    place = client.request('locations', locationReference=v['valueLocationReference'])
    return f'{place["source"]["name"]}:{place["line"]}'


scopes = {s['name']: s for s in client.request('scopes', frameId=frame['id'])['scopes']}
key = variables(variables(scopes['Globals']['variablesReference'])['key']['variablesReference'])
print(*key)
print(key['held by']['value'].split(' at ')[0], link(key['held by']))
print(key['taken last by']['presentationHint'])
taken = variables(key['taken last by']['variablesReference'])['taken last by']
print(taken['value'].split(' at ')[0], link(taken))
print(client.frames(thread['id'])[1]['name'])
try:
    client.request('locations', locationReference=1)
except Refused as refused:
    print(refused)
client.end()
