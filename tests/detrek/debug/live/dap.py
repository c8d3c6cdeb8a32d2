"""dap.py TRELLIS DIR: a client launches runs, and debugs them while they are being made; what it sees is printed."""
import re
import sys

sys.path.insert(0, 'tests/detrek/debug')
from dap_client import Client, Refused

trellis, folder = sys.argv[1:]
APP = 'tests/detrek/debug/sums/sums.vms'


def say_stop(client, body):
    frames = client.frames(body['threadId']) if 'threadId' in body else []
    text = re.sub('pid [0-9]+', 'pid P', body.get('text', ''))
    print('stopped:', body['reason'], body.get('description', ''), text, [f['name'] for f in frames[:1]])
    return frames[0]['id'] if frames else 0


def whole():
    """To the end of a run, back, and to the end again."""
    client = Client(trellis)
    client.launch(program=APP, options=['--record', folder + '/dap', '-o', '-'])
    print('verified:', [b['verified'] for b in client.functions('compute_fn', 'gone')])
    say_stop(client, client.begin())
    for _ in range(3):
        frame = say_stop(client, client.move('continue', threadId=0))
    print('ntasks:', client.value('ntasks', frame))
    say_stop(client, client.move('reverseContinue', threadId=0))
    client.functions()
    say_stop(client, client.move('continue', threadId=0))
    client.functions('compute_fn')
    say_stop(client, client.move('reverseContinue', threadId=0))
    print('ended:', client.end())
    # Only now has all output arrived: it comes beside the answers.
    print('output:', client.output['stdout'].split('\n')[:2])
    print('report:', 'Final Report' in client.output['stderr'])
    return [x for x in client.output['stderr'].split('\n') if x.startswith('fingerprint')]


def left(goes_on):
    """Left in the middle: the run ends there, or goes on to its end."""
    client = Client(trellis)
    client.launch(program=APP, options=['-o', folder + '/left'])
    client.functions('compute_fn')
    client.begin()
    say_stop(client, client.move('continue', threadId=0))
    print('ended:', client.end(terminateDebuggee=not goes_on), 'output:', open(folder + '/left').read().split('\n')[:2])


def spans():
    """A breakpoint at an event over two nodes: by its name, and typed into the console."""
    client = Client(trellis)
    client.launch(program=APP, options=['-n', '4', '-o', '/dev/null'])
    event = '{ntasks == 1}@n1 == {ntasks == 1}@n2'
    print('verified:', [b['verified'] for b in client.functions(event, event.replace('==', '||'))])
    client.begin()
    say_stop(client, client.move('continue', threadId=0))
    print('typed:', client.command('break-event {ntasks == 2}@n2 == {ntasks == 0}@n3'))
    print('listed:', client.command('info breakpoints'))
    say_stop(client, client.move('continue', threadId=0))
    client.command('delete')
    client.functions(event)
    say_stop(client, client.move('reverseContinue', threadId=0))
    print('ended:', client.end())


def refused(**arguments):
    client = Client(trellis)
    try:
        client.launch(**arguments)
    except Refused as e:
        print('refused:', str(e).replace(folder, 'DIR'))
    client.event('terminated')
    print('status:', client.close())


def recovers():
    """What is refused before a run begins leaves the session as it was."""
    client = Client(trellis)
    client.request('initialize')
    for arguments in ({'program': folder + '/gone.vms'}, {'program': APP, 'args': 'x'}, {'program': APP, 'options': [1]}, {'program': 7}, {}):
        try:
            client.request('launch', **arguments)
        except Refused as e:
            print('refused:', str(e).replace(folder, 'DIR'))
    client.request('launch', program=APP, stopOnEntry=True)
    client.event('initialized')
    try:
        client.request('launch', program=APP)
    except Refused as e:
        print('refused:', e)
    print('ended:', client.end())


def bare():
    """A program without the kernel, by the command boot, with arguments."""
    client = Client(trellis)
    client.launch(program=folder + '/reads.elf')
    client.functions('main')
    client.begin()
    say_stop(client, client.move('continue', threadId=0))
    client.functions()
    say_stop(client, client.move('continue', threadId=0))
    print('ended:', client.end())


def program():
    """A program in C, which the command run compiles and loads to a network's kernel."""
    client = Client(trellis)
    client.launch(program='tests/detrek/flowback/node/pieces.c', options=['--topo', 'programs/pair.topo'], args=['10', '20', '5'])
    client.functions('main')
    client.begin()
    frame = say_stop(client, client.move('continue', threadId=0))
    print('argc:', client.value('argc', frame))
    client.functions()
    say_stop(client, client.move('continue', threadId=0))
    print('ended:', client.end())
    print('output:', client.output['stdout'].split('\n'))


with open(folder + '/fingerprint', 'w') as f:
    f.write('\n'.join(whole()) + '\n')
left(False)
left(True)
spans()
refused(program=folder + '/bad/sums.vms')
refused(program=APP, options=['--frobnicate'])
recovers()
bare()
program()
