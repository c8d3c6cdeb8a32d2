#!/usr/bin/env python3
"""compare.py A B: how much two PNG pictures of one size differ, in per mille of the greatest difference there can be."""
import struct, sys, zlib


def read(name):
    """Width, height and rows of bytes, red, green and blue."""
    data, at, packed = open(name, "rb").read(), 8, b""
    while at < len(data):
        n, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[at + 8:at + 21])
        elif kind == b"IDAT":
            packed += data[at + 8:at + 8 + n]
        at += 12 + n
    if depth != 8 or colour not in (2, 6) or interlaced:
        sys.exit(f"{name}: neither RGB nor RGBA of 8 bits")
    each = 3 if colour == 2 else 4
    raw, rows, above = zlib.decompress(packed), [], bytes(width * each)
    for y in range(height):
        begin = y * (width * each + 1)
        row = bytearray(raw[begin + 1:begin + 1 + width * each])
        undo(raw[begin], row, above, each)
        rows.append(bytes(b for i, b in enumerate(row) if i % each < 3))
        above = row
    return width, height, rows


def undo(kind, row, above, each):
    """The filters of PNG, section 9."""
    for i in range(len(row)):
        left = row[i - each] if i >= each else 0
        if kind == 1:
            add = left
        elif kind == 2:
            add = above[i]
        elif kind == 3:
            add = (left + above[i]) // 2
        elif kind == 4:
            corner = above[i - each] if i >= each else 0
            p = left + above[i] - corner
            add = min((left, above[i], corner), key=lambda x: abs(p - x))
        else:
            return
        row[i] = (row[i] + add) & 255


def main():
    one, other = read(sys.argv[1]), read(sys.argv[2])
    if one[:2] != other[:2]:
        sys.exit(f"{one[0]} x {one[1]} and {other[0]} x {other[1]}")
    total = sum(abs(x - y) for a, b in zip(one[2], other[2]) for x, y in zip(a, b))
    print(round(1000 * total / (255 * 3 * one[0] * one[1])))


if __name__ == "__main__":
    main()
