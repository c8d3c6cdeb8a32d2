#!/usr/bin/env python3
"""drawn.py SEED FILE.occ: writes a random occam program, and prints what it must print, as this file computes it.

The program has procedures, replicators, alternatives by IF and CASE, arrays, and processes beside each other that pass
values through channels; all its arithmetic is defined: PLUS, MINUS and TIMES for sums, divisors that are not 0, shifts
below 32. The value of a process does not depend on the order in which processes run."""
import random
import sys

MASK = 0xFFFFFFFF
VARIABLES = ["a", "b", "c", "d"]


def signed(n):
    n &= MASK
    return n - (1 << 32) if n & 0x80000000 else n


def divide(a, b):
    q = abs(a) // abs(b)
    return signed(q if (a < 0) == (b < 0) else -q)


class Writer:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.lines = []

    def line(self, depth, text):
        self.lines.append("  " * depth + text)

    # Each of these returns the text of an expression, and a function of the variables' values.

    def constant(self):
        n = signed(self.draw.choice([self.draw.randrange(-9, 10), self.draw.getrandbits(32), 1 << self.draw.randrange(32), -1]))
        return ("(%d)" % n if n != -2147483648 else "(MOSTNEG INT)"), lambda v: n

    def variable(self):
        if self.draw.random() < 0.3:
            text, of = self.variable_name()
            return "t[%s /\\ 3]" % text, lambda v: v["t"][of(v) & 3]
        return self.variable_name()

    def variable_name(self):
        name = self.draw.choice(VARIABLES)
        return name, lambda v: v[name]

    def expression(self, depth=2):
        if depth == 0 or self.draw.random() < 0.2:
            return self.draw.choice([self.constant, self.variable])()
        kind = self.draw.randrange(11)
        (x, f), (y, g) = self.expression(depth - 1), self.expression(depth - 1)
        if kind == 0:
            return "(%s PLUS %s)" % (x, y), lambda v: signed(f(v) + g(v))
        if kind == 1:
            return "(%s MINUS %s)" % (x, y), lambda v: signed(f(v) - g(v))
        if kind == 2:
            return "(%s TIMES %s)" % (x, y), lambda v: signed(f(v) * g(v))
        if kind == 3:
            return "(%s /\\ %s)" % (x, y), lambda v: signed(f(v) & g(v))
        if kind == 4:
            return "(%s \\/ %s)" % (x, y), lambda v: signed(f(v) | g(v))
        if kind == 5:
            return "(%s >< %s)" % (x, y), lambda v: signed(f(v) ^ g(v))
        if kind == 6:
            return "(%s << (%s /\\ 31))" % (x, y), lambda v: signed(f(v) << (g(v) & 31))
        if kind == 7:
            return "(%s >> (%s /\\ 31))" % (x, y), lambda v: signed((f(v) & MASK) >> (g(v) & 31))
        if kind == 8:
            return "(%s / ((%s /\\ 1023) PLUS 1))" % (x, y), lambda v: divide(f(v), (g(v) & 1023) + 1)
        if kind == 9:
            return ("(%s \\ ((%s /\\ 1023) PLUS 1))" % (x, y),
                    lambda v: signed(f(v) - divide(f(v), (g(v) & 1023) + 1) * ((g(v) & 1023) + 1)))
        return "(~%s)" % x, lambda v: signed(~f(v))

    def condition(self):
        (x, f), (y, g) = self.expression(1), self.expression(1)
        kind = self.draw.randrange(4)
        if kind == 0:
            return "(%s < %s)" % (x, y), lambda v: f(v) < g(v)
        if kind == 1:
            return "(%s = %s)" % (x, y), lambda v: f(v) == g(v)
        if kind == 2:
            return "(%s AFTER %s)" % (x, y), lambda v: signed(f(v) - g(v)) > 0
        return "((%s > %s) OR (%s <> 0))" % (x, y, x), lambda v: f(v) > g(v) or f(v) != 0

    # Each of these writes a process, and returns a function that changes the variables' values.

    def assignment(self, depth):
        name = self.draw.choice(VARIABLES)
        text, of = self.expression()
        if self.draw.random() < 0.3:
            index, at = self.variable_name()
            self.line(depth, "t[%s /\\ 3] := %s" % (index, text))

            def store(v):
                n = of(v)
                v["t"][at(v) & 3] = n
            return store
        self.line(depth, "%s := %s" % (name, text))

        def assign(v):
            v[name] = of(v)
        return assign

    def sequence(self, depth, size, nesting):
        self.line(depth, "SEQ")
        steps = [self.process(depth + 1, nesting) for _ in range(size)]

        def run(v):
            for step in steps:
                step(v)
        return run

    def replicated(self, depth, nesting):
        count = self.draw.randrange(1, 5)
        first = self.draw.randrange(-3, 4)
        self.line(depth, "SEQ i = %d FOR %d" % (first, count))
        self.line(depth + 1, "SEQ")
        name = self.draw.choice(VARIABLES)
        self.line(depth + 2, "%s := %s PLUS i" % (name, name))
        body = self.process(depth + 2, nesting - 1)

        def run(v):
            for i in range(first, first + count):
                v[name] = signed(v[name] + i)
                body(v)
        return run

    def choice(self, depth, nesting):
        self.line(depth, "IF")
        text, of = self.condition()
        self.line(depth + 1, text)
        yes = self.process(depth + 2, nesting - 1)
        self.line(depth + 1, "TRUE")
        no = self.process(depth + 2, nesting - 1)
        return lambda v: yes(v) if of(v) else no(v)

    def selection(self, depth, nesting):
        text, of = self.expression(1)
        self.line(depth, "CASE %s /\\ 3" % text)
        cases = []
        for n in (0, 2, 3):
            self.line(depth + 1, "%d" % n)
            cases.append((n, self.process(depth + 2, nesting - 1)))
        self.line(depth + 1, "ELSE")
        other = self.process(depth + 2, nesting - 1)

        def run(v):
            dict(cases).get(of(v) & 3, other)(v)
        return run

    def call(self, depth):
        target, source = self.draw.sample(VARIABLES, 2)
        text, of = self.expression(1)
        self.line(depth, "SEQ")
        self.line(depth + 1, "e := %s" % text) # an argument may not use what others rename
        self.line(depth + 1, "mix (%s, %s, e)" % (target, source))

        def run(v):
            n = of(v)
            for k in range(3):
                v[target] = signed(v[target] * 5 + (n ^ v[source]) + k)
        return run

    def pipeline(self, depth):
        """Processes beside each other: one sends values, some change them, one adds them up."""
        stages, count = self.draw.randrange(1, 4), self.draw.randrange(1, 6)
        target, factor = self.draw.choice(VARIABLES), self.draw.randrange(3, 99)
        text, of = self.expression(1)
        self.line(depth, "[%d]CHAN OF INT link:" % (stages + 1))
        self.line(depth, "INT start, sum:")
        self.line(depth, "SEQ")
        self.line(depth + 1, "start := %s" % text)
        self.line(depth + 1, "sum := 0")
        self.line(depth + 1, "PAR")
        self.line(depth + 2, "SEQ k = 0 FOR %d" % count)
        self.line(depth + 3, "link[0] ! start PLUS k")
        self.line(depth + 2, "PAR s = 0 FOR %d" % stages)
        self.line(depth + 3, "SEQ k = 0 FOR %d" % count)
        self.line(depth + 4, "INT x:")
        self.line(depth + 4, "SEQ")
        self.line(depth + 5, "ALT")
        self.line(depth + 6, "link[s] ? x")
        self.line(depth + 7, "link[s + 1] ! (x TIMES %d) PLUS s" % factor)
        self.line(depth + 2, "SEQ k = 0 FOR %d" % count)
        self.line(depth + 3, "INT x:")
        self.line(depth + 3, "SEQ")
        self.line(depth + 4, "link[%d] ? x" % stages)
        self.line(depth + 4, "sum := (sum TIMES 31) PLUS x")
        self.line(depth + 1, "%s := sum" % target)

        def run(v):
            total = 0
            for k in range(count):
                x = signed(of(v) + k)
                for s in range(stages):
                    x = signed(x * factor + s)
                total = signed(total * 31 + x)
            v[target] = total
        return run

    def process(self, depth, nesting):
        kinds = [lambda: self.assignment(depth), lambda: self.call(depth)]
        if nesting > 0:
            kinds += [lambda: self.sequence(depth, self.draw.randrange(2, 4), nesting - 1),
                      lambda: self.replicated(depth, nesting), lambda: self.choice(depth, nesting),
                      lambda: self.selection(depth, nesting), lambda: self.pipeline(depth)]
        return self.draw.choice(kinds)()

    def program(self):
        for text in ['#INCLUDE "hostio.inc"', "PROC random (CHAN OF SP fs, ts, []INT memory)", '  #USE "hostio.lib"',
                     "  PROC mix (INT x, y, VAL INT n)", "    SEQ k = 0 FOR 3", "      x := ((x TIMES 5) PLUS (n >< y)) PLUS k",
                     "  :", "  [4]INT t:", "  INT a, b, c, d, e:", "  SEQ", "    a, b, c, d := 1, 2, 3, 4", "    SEQ i = 0 FOR 4",
                     "      t[i] := 10 TIMES i"]:
            self.lines.append(text)
        values = {"a": 1, "b": 2, "c": 3, "d": 4, "t": [0, 10, 20, 30]}
        printed = []
        for _ in range(6):
            self.sequence(2, 4, 3)(values)
            for name in VARIABLES:
                self.line(2, "so.write.int (fs, ts, %s, 0)" % name)
                self.line(2, "so.write.nl (fs, ts)")
                printed.append(values[name])
        self.line(2, "so.exit (fs, ts, sps.success)")
        self.lines.append(":")
        return printed


if __name__ == "__main__":
    w = Writer(int(sys.argv[1]))
    wanted = w.program()
    with open(sys.argv[2], "w") as f:
        f.write("\n".join(w.lines) + "\n")
    print("\n".join(str(n) for n in wanted))
