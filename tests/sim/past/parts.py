# parts.py RECORDING: prints the bytes that each kind of part takes in a recording
# (sim/past/chunk.h)
import sys

KINDS = ["", "machine", "head", "copies", "files", "text", "sent", "tape", "pages", "moment", "orders", "end", "last"]
data = open(sys.argv[1], "rb").read()
at = data.index(b"\n") + 1
total = {"beginning": at}


def number():
    global at
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value


while at < len(data):
    begin = at
    kind = KINDS[number()]
    number()
    packed = number()
    at += packed + 8
    total[kind] = total.get(kind, 0) + at - begin
for kind, n in total.items():
    print(kind, n)
