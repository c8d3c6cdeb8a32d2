"""A host of a UDP-LINK: sends requests to a box, and repeats those that are not answered.

usage: udp.py PORT COMMAND..., each of which prints a line:
    open close reset analyse error test
    write FILE          send a file's bytes
    say TEXT            send these bytes
    read N              read until there are N bytes, and print them
    peek ADDRESS N      print N words of the root node's memory
    twice               each later request is sent twice, as if its first answer was lost
    from                another host sends the later requests
    raw HEX             send a datagram, and print the answer's code
"""
import socket
import struct
import sys

DATA, ACK, RESET, ANALYSE, ERROR, OPEN, NACK, CLOSE, SUSPEND, READ = range(1, 11)
TEST, PEEK = 12, 13
NAMES = {ACK: 'ok', NACK: 'refused', SUSPEND: 'later', ERROR: 'error', DATA: 'data'}
port = int(sys.argv[1])
twice = False


def connect():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    s.connect(('127.0.0.1', port))
    s.settimeout(1)
    return s


box, number, expected = connect(), 0, 0


def receive():
    try:
        return box.recv(2000)
    except (socket.timeout, ConnectionRefusedError):
        return None


def request(frame):
    """send a request until it is answered, and return the answer"""
    global number
    for _ in range(30):
        for _ in range(2 if twice else 1):
            box.send(bytes([frame[0], number]) + frame[1:])
        for _ in range(20):
            answer = receive()
            if not answer:
                break
            if answer[1] == number and answer[0] in (ACK, NACK, ERROR):
                number = (number + 1) % 128
                return answer
    sys.exit('no answer')


def simple(code, length=0, timeout=0):
    return request(struct.pack('>BHH', code, length, timeout))


def data():
    """the data frame that follows an answer"""
    global expected
    while True:
        frame = receive()
        if not frame:
            return None
        if frame[0] == DATA and frame[1] == expected:
            break
    box.send(bytes([ACK, expected, 0, 0, 0, 0]))
    expected = (expected + 1) % 128
    return frame[4:4 + struct.unpack('>H', frame[2:4])[0]]


def write(bytes_):
    for i in range(0, len(bytes_), 1400):
        piece = bytes_[i:i + 1400]
        request(struct.pack('>BH', DATA, len(piece)) + piece.ljust(1400, b'\0'))


def read(n):
    got = b''
    while len(got) < n:
        answer = simple(READ, n - len(got), 10)
        if answer[0] != ACK:
            sys.exit('refused')
        got += data() or b''
    return got


args = iter(sys.argv[2:])
for command in args:
    if command in ('open', 'close', 'reset', 'analyse', 'test'):
        code = {'open': OPEN, 'close': CLOSE, 'reset': RESET, 'analyse': ANALYSE, 'test': TEST}[command]
        if command == 'open':
            number, expected = 0, 0
        print(command, NAMES[simple(code)[0]])
    elif command == 'error':
        print('error', simple(ERROR)[2])
    elif command == 'write':
        with open(next(args), 'rb') as f:
            write(f.read())
    elif command == 'say':
        write(next(args).encode())
    elif command == 'read':
        print(read(int(next(args))).decode('latin-1'))
    elif command == 'peek':
        address, n = int(next(args), 0), int(next(args))
        answer = request(struct.pack('>BHL', PEEK, n, address))
        print(*['%08x' % w for w in struct.unpack(f'<{n}L', data())] if answer[0] == ACK else ['refused'])
    elif command == 'twice':
        twice = True
    elif command == 'from':
        box, number = connect(), 0
    elif command == 'raw':
        box.send(bytes.fromhex(next(args)))
        print(NAMES[receive()[0]])
    else:
        sys.exit('unknown command ' + command)
