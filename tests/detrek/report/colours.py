#!/usr/bin/env python3
"""
colours.py STYLE: how far apart the colours of the page's diagram are, at least, to eyes of each kind, light and dark:
distances in CIELAB (CIE 1976). Colour blindness as Machado, Oliveira and Fernandes (2009), severity 1, simulate it.
"""
import itertools, re, sys

EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
DRAWN = ["high", "low", "link", "part", "result", "path", "idle", "paper"]


def linear(part):
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def lab(colour, eyes):
    rgb = [linear(int(colour[i:i + 2], 16) / 255) for i in (1, 3, 5)]
    r, g, b = (min(1, max(0, sum(x * y for x, y in zip(row, rgb)))) for row in eyes)
    f = lambda t: t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
    x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


style = open(sys.argv[1], encoding="utf-8").read()
light, dark = style.split("@media", 1)
for name, text in ("light", light), ("dark", dark.split("body {")[0]):
    colour = dict(re.findall(r"--(\w+): (#\w{6})", text))
    for who, eyes in EYES.items():
        seen = {k: lab(colour[k], eyes) for k in DRAWN}
        pairs = [p for p in itertools.combinations(DRAWN, 2) if set(p) != {"idle", "paper"}]
        apart = lambda p: sum((x - y) ** 2 for x, y in zip(seen[p[0]], seen[p[1]])) ** 0.5
        least = min(pairs, key=apart)
        print(name, who, "apart" if apart(least) >= 24 else f"{least[0]} and {least[1]}: {apart(least):.0f}")
