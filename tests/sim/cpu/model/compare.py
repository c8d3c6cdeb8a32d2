#!/usr/bin/env python3
"""compare.py - executes random cases of every instruction on every chip that has it, on the simulator and on the model of
machine.py, and compares all registers of both stacks, the flags, the queues and the whole memory.

usage: compare.py EXECUTE CASES [NAME...]   EXECUTE: the program made of execute.c; CASES: of each instruction"""

import random
import subprocess
import sys
from fractions import Fraction

import real
from machine import (BITS, CHIPS, DIRECT, END, ENABLING, EVENT, HIGH, IPTR, LINK, LOW, MASK, MEMORY, MEMSTART, MOSTNEG, NONE_SELECTED,
                     NOTPROCESS, OF_THIS_WIDTH, OPERATIONS, PART, POINTER, READY, REALS, SAVED, STATE, TEMP, TIME, TIMENOTSET, TIMESET, TLINK,
                     TPTRLOC, WAITING, WORD, Machine, signed, word)

FUNCTIONS = {"j": 0, "ldlp": 1, "ldnl": 3, "ldc": 4, "ldnlp": 5, "ldl": 7, "adc": 8, "call": 9, "cj": 10, "ajw": 11,
             "eqc": 12, "stl": 13, "stnl": 14}

# Where things lie. No case writes where its code, or that of a process it may lead to, lies.
CODE, OTHER_CODE, DATA, CHANNELS, QUEUED = (MOSTNEG + n for n in (0x800, 0xC00, 0x4000, 0x9000 if BITS == 32 else 0x3000, 0x2000))
DATA_SIZE = 0x4000 if BITS == 32 else 0x3F00
OWN = QUEUED               # the workspace of the process that executes
WORKSPACES = [QUEUED + 0x100 * k for k in range(1, 8)]

EDGES = (0, 1, 2, 3, 31, 32, 33, 63, 64, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001,
         0xFFFFFFFF, 0xFFFFFFFE, 0x55555555, 0xAAAAAAAA, 0x40000000, 0xC0000000)
EDGES = [word(n) for n in EDGES]
SPECIAL = ((0, 0x80000000, 1, 0x80000001, 0x7FFFFF, 0x800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000,
            0xFFC00001, 0x7F800001, 0x3F800000, 0xBF800000, 0x3F000000, 0x3FC00000, 0x40200000, 0x4F000000, 0xCF000000,
            0x4EFFFFFF, 0x5F000000, 0x3EFFFFFF, 0x4B000001),
           (0, 1 << 63, 1, 1 << 63 | 1, 0xFFFFFFFFFFFFF, 1 << 52, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, 0x7FF << 52,
            0xFFF << 52, 0x7FF8 << 48, 0xFFF8000000000001, 0x7FF0000000000001, 0x3FF << 52, 0xBFF << 52, 0x3FE << 52,
            0x3FF8 << 48, 0x4004 << 48, 0x41E << 52, 0xC1E << 52, 0x41DFFFFFFFC00000, 0x41DFFFFFFFE00000,
            0xC1E0000000100000, 0x43E << 52, 0xC3E << 52, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x3690000000000000,
            0x380FFFFFE0000000, 0x3FE0000000000001))


class Case:
    """A state of a node before one instruction."""

    def __init__(self, rng, name, chip):
        self.rng, self.name, self.operand = rng, name, 0
        self.m = m = Machine(chip)
        self.patches = {}
        self.places = set()  # where code lies
        m.a, m.b, m.c = self.any(), self.any(), self.any()
        m.w, m.i = OWN, CODE + rng.randrange(0x200)
        m.pri = rng.choice((LOW, LOW, HIGH))
        m.err, m.halt = rng.random() < .3, rng.random() < .2
        m.analysed, m.d = rng.random() < .5, self.any()
        m.rows, m.dst_stride, m.src_stride = 3, 40, 50
        m.clock = [self.any(), self.any()]
        for f in m.fpu:
            f.reg = [self.real() for _ in range(3)]
            f.mode, f.error = rng.choice((0, 0, 1, 2, 3)), rng.random() < .2
        for t in TPTRLOC:
            self.put(t, NOTPROCESS)
        self.put(SAVED, NOTPROCESS | LOW)
        for k in range(4):
            self.put(CHANNELS + WORD * k, NOTPROCESS)
        self.queues()

    # ---- values

    def any(self):
        r = self.rng
        return r.choice((r.choice(EDGES), r.getrandbits(BITS), r.getrandbits(r.randrange(1, BITS + 1)), self.address()))

    def address(self):
        return DATA + self.rng.randrange(DATA_SIZE) & ~self.rng.choice((PART, PART, PART, 0))

    def outside(self):
        return self.rng.getrandbits(31) if BITS == 32 else word(MOSTNEG + MEMORY + 0x40 + self.rng.randrange(0x3F00))

    def real(self, dbl=None):
        r = self.rng
        dbl = r.randrange(2) if dbl is None else dbl
        size = real.LENGTH[dbl]
        bits = r.choice((r.choice(SPECIAL[dbl]), r.getrandbits(size), self.ordinary(dbl)))
        return bits, dbl

    def ordinary(self, dbl):
        """A number of ordinary size, of few bits or many."""
        r = self.rng
        v = Fraction(r.getrandbits(r.randrange(1, 54)) * r.choice((1, -1))) * Fraction(2) ** r.randrange(-60, 12)
        return real.encode(v, dbl, 0)[0]

    def same_length(self):
        for f in self.m.fpu:
            dbl = self.rng.randrange(2)
            f.reg = [self.real(dbl) for _ in range(3)]
            if self.rng.random() < .3:
                f.reg[1] = self.rng.choice((self.near, self.multiple))(f.reg[0])

    def near(self, number):
        """A number near another, or that but for the sign: sums cancel, and quotients are near 1."""
        bits, dbl = number
        bits += self.rng.randrange(-1, 2)
        return (bits ^ self.rng.choice((0, real.sign_bit(dbl)))) & (1 << real.LENGTH[dbl]) - 1, dbl

    def multiple(self, number):
        """Halves of a number, many or few: quotients between two integers."""
        bits, dbl = number
        if not real.finite(bits, dbl):
            return number
        return real.encode(real.value(bits, dbl) * Fraction(self.rng.randrange(-40, 41), 2), dbl, 0)[0], dbl

    # ---- memory

    def put(self, address, w):
        self.patches[word(address) & ~PART] = word(w)
        self.m.mem[word(address) & ~PART] = word(w)

    def put_code(self, address, code):
        for k, byte in enumerate(code):
            old = self.m.rd(address + k)
            shift = 8 * (address + k & PART)
            self.put(address + k, old & ~(0xFF << shift) | byte << shift)

    def place(self):
        """A new place with code that ends the run."""
        while True:
            at = OTHER_CODE + self.rng.randrange(0x300)
            if not any(abs(at - p) < 8 for p in self.places):
                self.places.add(at)
                self.put_code(at, END)
                return at

    def process(self, w):
        """A workspace of a process that can run."""
        self.put(w + IPTR, self.place())
        return w

    def link(self, q, ws):
        self.m.fptr[q], self.m.bptr[q] = (ws[0], ws[-1]) if ws else (NOTPROCESS, self.any())
        for first, second in zip(ws, ws[1:]):
            self.put(first + LINK, second)

    def queues(self):
        """Ready processes; with a high one running, a low one may be interrupted or have left."""
        r, m = self.rng, self.m
        self.free = list(WORKSPACES)
        r.shuffle(self.free)
        low = [self.process(self.free.pop()) for _ in range(r.randrange(3))]
        high = [self.process(self.free.pop()) for _ in range(r.randrange(2))] if m.pri == HIGH else []
        self.link(LOW, low)
        self.link(HIGH, high)
        if m.pri == HIGH and r.random() < .5:
            desc = self.free.pop() | LOW
            status = r.getrandbits(1) << BITS - 1 | r.getrandbits(1) << 7 | r.getrandbits(1)
            for k, w in enumerate((desc, self.place(), self.any(), self.any(), self.any(), status, 0)):
                self.put(SAVED + WORD * k, w)

    def waiting(self, q, pointer):
        """A process that waits at a channel; its descriptor."""
        w = self.process(self.free.pop())
        self.put(w + POINTER, pointer)
        return w | q

    def channel(self, states=()):
        """The address of a channel: nobody waits, or a process does, with one of the pointers."""
        r = self.rng
        at = CHANNELS + WORD * r.randrange(4)
        if r.random() < .15:
            at = EVENT
            self.m.event = r.random() < .5
            self.put(at, NOTPROCESS)
        elif r.random() < .8:
            self.put(at, self.waiting(r.randrange(2), r.choice(tuple(states) * 2 + (self.address(),))))
        return at + (r.random() < .1)

    def timers(self, q, own=False):
        """A queue of waiting processes, their times far ahead."""
        r, m = self.rng, self.m
        ws = [self.free.pop() for _ in range(r.randrange(3))]
        if own:
            ws.insert(r.randrange(len(ws) + 1), OWN)
        behind, time = TPTRLOC[q], m.clock[q] + 5000
        for w in ws:
            time += r.choice((0, 5000))
            self.put(behind, w)
            self.put(w + TIME, time)
            behind = w + TLINK
        self.put(behind, NOTPROCESS)

    def time(self):
        """A time that has passed, or is far ahead."""
        now = self.m.clock[self.m.pri]
        return word(now + self.rng.choice((-1, -1000, 1 - MOSTNEG, 5000, 10000, 15000, MOSTNEG - 0x100)))

    # ---- what the instructions want of it

    def prepare(self):
        f = getattr(self, "for_" + self.name, None) or getattr(self, "for_" + GROUPS.get(self.name, ""), None)
        if self.name in DIRECT and not f:
            self.operand = self.any()
        if f:
            f()

    def for_jump(self):
        r = self.rng
        target = self.place()
        if r.random() < .1:
            target = word(MOSTNEG + MEMORY + r.randrange(0x10000 if BITS == 32 else 0x3000))
        self.m.j0break = self.m.chip not in ("T414", "T800", "T212", "T222") and r.random() < .3
        self.target = target
        if self.name == "cj":
            self.m.a = r.choice((0, self.m.a))

    def for_local(self):
        self.operand = self.rng.choice((self.rng.randrange(-20, 40), self.rng.randrange(0x400)))
        if self.name == "ldlp" or self.name == "ajw":
            self.operand = self.any()

    def for_nonlocal(self):
        self.m.a = self.address()
        self.operand = self.rng.randrange(-8, 9)
        if self.rng.random() < .1:
            self.m.a = self.outside()

    def for_eqc(self):
        self.operand = self.any()
        self.m.a = self.rng.choice((self.operand, self.m.a))

    def for_address(self):
        self.m.a = self.rng.choice((self.address(), self.address(), self.address(), self.outside()))

    def for_indexed(self):
        self.m.a, self.m.b = self.address(), self.rng.randrange(-10, 10)
        self.m.b = word(self.m.b)
        self.same_length()

    def for_operand(self):
        """A number in memory, and registers of its length."""
        m, dbl = self.m, self.name.endswith("db")
        m.a = DATA + 4 * self.rng.randrange(DATA_SIZE // 4 - 2)
        bits, _ = self.real(dbl)
        self.put(m.a, bits)
        if dbl:
            self.put(m.a + 4, bits >> 32)
        for f in m.fpu:
            f.reg[0] = self.real(dbl)

    def for_reals(self):
        if self.rng.random() < .95:
            self.same_length()

    def for_integer(self):
        self.m.a = self.address() & ~PART
        self.put(self.m.a, self.any())

    def for_double(self):
        for f in self.m.fpu:
            f.reg[0] = self.real(self.rng.random() < .95)
            if self.name == "fpur32tor64":
                f.reg[0] = self.real(self.rng.random() < .05)

    def for_shift(self):
        limit = BITS + 1 if self.name == "bitrevnbits" else 2 * BITS + 1
        self.m.a = self.rng.randrange(limit)

    def for_part(self):
        size = 1 << self.rng.randrange(BITS - 1)
        self.m.a = size
        if self.name == "xword":
            self.m.b = self.rng.randrange(2 * size)

    def for_check(self):
        if self.rng.random() < .5:
            self.m.b = word(self.m.a + self.rng.randrange(-2, 3))

    def for_long(self):
        if self.rng.random() < .5:
            self.m.c = self.rng.randrange(self.m.a) if self.m.a else 0

    def for_csngl(self):
        if self.rng.random() < .7:
            self.m.b = MASK if self.m.a >> BITS - 1 else 0

    def for_ret(self):
        self.put(OWN, self.place())

    def for_gcall(self):
        self.m.a = self.place()

    def for_lend(self):
        m = self.m
        m.b = DATA + 4 * self.rng.randrange(100)
        self.put(m.b + WORD, self.rng.choice((0, 1, 2, 3, MOSTNEG, MOSTNEG - 1)))
        self.target = self.place()

    def for_gajw(self):
        self.m.a = self.address()

    def for_startp(self):
        self.m.a = self.free.pop() + self.rng.randrange(WORD)
        self.put((self.m.a & ~PART) + IPTR, 0)

    def for_endp(self):
        m = self.m
        m.a = self.free.pop() + self.rng.choice((0, 0, PART - 1 or 1))
        self.put(m.a, self.place())
        self.put((m.a & ~PART) + WORD, self.rng.choice((1, 2, 3, 0)))

    def for_runp(self):
        self.m.a = self.process(self.free.pop()) | self.rng.randrange(2)

    def for_queue(self):
        self.m.a = self.address()

    def for_sttimer(self):
        pass

    def for_tin(self):
        self.timers(self.m.pri)
        self.m.a = self.time()

    def message(self, states):
        m = self.m
        m.b = self.channel(states)
        m.c = self.address()
        m.a = self.rng.choice((0, 1, 2, 3, 4, 5, 8, 31, 100))

    def for_in(self):
        self.message(())

    def for_out(self):
        self.message((ENABLING, WAITING, READY))
        if self.name != "out":
            self.m.a = self.any()

    def for_resetch(self):
        self.m.a = self.channel()

    def for_enbc(self):
        m = self.m
        m.b = self.channel()
        if self.rng.random() < .3 and m.b & ~PART != EVENT:
            self.put(m.b, m.wdesc())
        m.a = self.rng.choice((0, 1, self.any()))
        self.put(OWN + STATE, ENABLING)

    def for_enbs(self):
        self.m.a = self.rng.choice((0, 1, self.any()))
        self.put(OWN + STATE, ENABLING)

    def for_enbt(self):
        self.m.a, self.m.b = self.rng.choice((0, 1)), self.any()
        self.put(OWN + TLINK, self.rng.choice((TIMESET, TIMENOTSET)))
        self.put(OWN + TIME, self.any())

    def for_altwt(self):
        self.put(OWN + STATE, self.rng.choice((ENABLING, READY)))
        self.put(OWN + TLINK, self.rng.choice((TIMESET, TIMENOTSET)))
        self.timers(self.m.pri)
        self.put(OWN + TIME, self.time())

    def for_diss(self):
        self.m.b = self.rng.choice((0, 1))
        self.put(OWN + TEMP, self.rng.choice((NONE_SELECTED, NONE_SELECTED, 12)))

    def for_disc(self):
        m = self.m
        m.c = self.channel()
        m.b = self.rng.choice((0, 1, 1, 1))
        if self.rng.random() < .3:
            self.put(m.c, m.wdesc())
        self.put(OWN + TEMP, self.rng.choice((NONE_SELECTED, NONE_SELECTED, 12)))

    def for_dist(self):
        m = self.m
        m.b, m.c = self.rng.choice((0, 1, 1, 1)), self.any()
        queued = self.rng.random() < .4
        self.timers(m.pri, own=queued)
        if not queued:
            self.put(OWN + TLINK, self.rng.choice((TIMESET, TIMENOTSET)))
            self.put(OWN + TIME, word(m.c + self.rng.randrange(-2, 3)))
        self.put(OWN + TEMP, self.rng.choice((NONE_SELECTED, NONE_SELECTED, 12)))

    def for_altend(self):
        self.target = self.place()

    def for_move(self):
        m = self.m
        m.c, m.b = self.address(), self.address()
        m.a = self.rng.choice((0, 1, 2, 3, 4, 5, 7, 64, 500))
        if self.rng.random() < .5:  # overlapping, mostly
            m.b = m.c + self.rng.choice((-9, -4, -3, -1, 1, 2, 3, 4, 5, 6, 7, 8, 12, 17))
        if min(m.b, m.c) < DATA or max(m.b, m.c) + m.a > DATA + DATA_SIZE:
            m.a = 0
        if self.rng.random() < .1:
            m.a = self.rng.choice((0x10000, 0x7FFFFFFF) if BITS == 32 else (0xF000, 0xFFFF))

    def for_move2d(self):
        m, r = self.m, self.rng
        m.c, m.b = DATA + 16 + r.randrange(0x1000), DATA + 0x2000 + r.randrange(0x1000)
        m.a, m.rows = r.randrange(40), r.randrange(6)
        m.src_stride, m.dst_stride = m.a + r.randrange(30), m.a + r.randrange(30)
        if r.random() < .5:  # rows overlap, and so may source and destination
            m.b = m.c + r.choice((-9, -4, -1, 1, 2, 3, 4, 5, 8, 17)) if r.random() < .7 else m.b
            m.src_stride, m.dst_stride = r.randrange(30), r.randrange(30)
        for k in range(0, 0x1200, 4):
            if r.random() < .5:
                self.put(DATA + k, r.choice((0, 0xFF, 0xFF0000, 0x1010)))

    def for_break(self):
        kept = MEMSTART + (0 if self.m.pri == HIGH else 2 * WORD)
        self.put(kept, self.place())
        self.put(kept + WORD, self.free.pop() | self.m.pri)

    def for_lddevid(self):
        pass

    def for_normalised(self):
        m, r = self.m, self.rng
        self.put(OWN, r.randrange(-40, 300))
        m.c = r.randrange(64)
        if self.name == "roundsn":
            m.c = r.randrange(300)

    def for_unpacksn(self):
        self.m.a = self.real(0)[0]

    # ---- code

    def encoded(self):
        name = self.name
        if name in FUNCTIONS:
            return prefixed(FUNCTIONS[name], signed(word(self.operand)))
        code, behind = CODES[name]
        if behind:
            return prefixed(4, code) + prefixed(15, 0xAB)
        return prefixed(15, code)

    def finish(self):
        """The code in its place; jumps get the distance to their target. Its length."""
        m = self.m
        if hasattr(self, "target"):
            if self.name == "lend":
                m.a = word(m.i + len(self.encoded()) - self.target)
            elif self.name == "altend":
                self.put(OWN, self.target - m.i - len(self.encoded()))
            else:
                for length in range(1, 10):
                    self.operand = signed(word(self.target - m.i - length))
                    if len(self.encoded()) == length:
                        break
                if self.name == "j" and self.rng.random() < .2:
                    self.operand = 0
                    self.for_break()
        code = self.encoded()
        self.put_code(m.i, tuple(code) + END)
        return len(code)


def prefixed(function, operand):
    """The bytes of a function with its operand."""
    if 0 <= operand < 16:
        return [function << 4 | operand]
    if operand >= 16:
        return prefixed(2, operand >> 4) + [function << 4 | operand & 15]
    return prefixed(6, ~operand >> 4) + [function << 4 | operand & 15]


GROUPS = {}
for group, names in {
        "jump": "j cj call", "local": "ldl stl ldlp ajw", "nonlocal": "ldnl stnl", "address": "lb sb",
        "indexed": "fpldnlsni fpldnldbi", "queue": "saveh savel fpldnlsn fpldnldb fpstnlsn fpstnldb fpstnli32",
        "operand": "fpldnladdsn fpldnladddb fpldnlmulsn fpldnlmuldb",
        "reals": "fpadd fpsub fpmul fpdiv fpgt fpeq fpordered fpremfirst fpremstep",
        "integer": "fpi32tor32 fpi32tor64 fpb32tor64", "double": "fpur64tor32 fpunoround fpur32tor64",
        "shift": "shl shr lshl lshr bitrevnbits", "part": "xword cword", "check": "csub0 ccnt1", "long": "ldiv",
        "out": "outbyte outword", "altwt": "taltwt", "move2d": "move2dall move2dnonzero move2dzero",
        "normalised": "postnormsn roundsn"}.items():
    for each in names.split():
        GROUPS[each] = group


def read_codes():
    """The operations' codes, from the transcription of the data sheets."""
    codes = {}
    for line in open("tests/sim/cpu/instructions.tsv"):
        f = line.split("\t")
        if f[0] in ("op", "fpop", "fpentry"):
            codes[f[3]] = int(f[1], 16), f[0] == "fpentry"
    return codes


def read_chips():
    chips = {name: OF_THIS_WIDTH for name in DIRECT}
    for line in open("tests/sim/cpu/chips.txt"):
        if not line.startswith("#"):
            name, *on = line.split()
            chips[name] = [chip for chip in on if chip in OF_THIS_WIDTH]
    chips["lddevid"] = OF_THIS_WIDTH
    return chips


CODES = read_codes()

# Operations without cases: start waits for a link, fpentry leads to others, production tests are undefined here.
LEFT_OUT = {"start", "fpentry", "testhardchan", "fpldtest", "fpsttest"}


# ---- states as the program reads and prints them

def fields(m):
    """All registers in the order of execute.c."""
    yield CHIPS.index(m.chip)
    yield from (m.a, m.b, m.c, m.w, m.i, m.pri, m.idle, m.err, m.halt, m.j0break, m.analysed, *m.fptr, *m.bptr, m.rows,
                m.dst_stride, m.src_stride, m.d, *m.clock)
    heads = [m.rd(t) for t in TPTRLOC]
    yield from (h != NOTPROCESS for h in heads)
    yield from (m.rd(h + TIME) if h != NOTPROCESS else 0 for h in heads)
    yield from (*m.timer_off, m.event, 0)
    for f in m.fpu:
        yield from (bits for bits, _ in f.reg)
        yield from (dbl for _, dbl in f.reg)
        yield from (f.mode, f.error)
    yield from (m.stop, m.fault)


NAMES = ("chip a b c w i pri idle err halt j0break analysed fptr0 fptr1 bptr0 bptr1 rows dst_stride src_stride d clock0 "
         "clock1 tvalid0 tvalid1 tnext0 tnext1 timer_off0 timer_off1 event event_waiter").split()
NAMES += ["%s of priority %d" % (what, q) for q in range(2) for what in
          ("FAreg", "FBreg", "FCreg", "FAreg's length", "FBreg's length", "FCreg's length", "mode", "FP_Error")]
NAMES += ["stop", "fault"]

# event_waiter is the simulator's own, and Bptr of an empty queue means nothing.
UNCOMPARED = {"event_waiter"}


def line_of(case):
    words = [int(v) for v in fields(case.m)] + [len(case.patches)]
    for address, w in case.patches.items():
        words += [address, w]
    return " ".join(format(w, "x") for w in words)


def difference(m, before, answer):
    """What differs between the model and the simulator's answer, as text."""
    got = [int(w, 16) for w in answer.split()]
    loose = UNCOMPARED | set(m.loose)
    found = ["%s: %x, the model has %x" % (name, g, v) for name, g, v in zip(NAMES, got, (int(v) for v in fields(m)))
             if g != v and name not in loose]
    memory = got[len(NAMES):]
    changed = dict(zip(memory[1::2], memory[2::2]))
    for address in sorted(set(changed) | set(m.mem)):
        old = before.rd(address)
        if changed.get(address, old) != m.rd(address):
            found.append("word %x: %x, the model has %x" % (address, changed.get(address, old), m.rd(address)))
    return found


def make(rng, name, chip):
    case = Case(rng, name, chip)
    case.prepare()
    case.length = case.finish()
    return case


def main():
    execute, count, names = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    chips = read_chips()
    all_names = list(DIRECT) + list(OPERATIONS) + list(REALS)
    n = failed = 0
    for name in names or [n for n in all_names if chips[n]]:
        rng = random.Random("cases of " + name)
        cases = [make(rng, name, chips[name][k % len(chips[name])]) for k in range(count)]
        out = subprocess.run([execute], input="\n".join(map(line_of, cases)), capture_output=True, text=True)
        answers = out.stdout.splitlines()
        bad = ["%d answers to %d cases" % (len(answers), count)] if len(answers) != count else []
        for case, answer in zip(cases, answers):
            before = Machine(case.m.chip)
            before.mem = dict(case.m.mem)
            what = "%s %x on a %s, A %x, B %x, C %x" % (name, case.operand & MASK, case.m.chip, case.m.a, case.m.b, case.m.c)
            case.m.execute(name, case.operand, case.length)
            bad += ["%s: %s" % (what, d) for d in difference(case.m, before, answer)]
        n += 1
        failed += bool(bad)
        print("%sok %d - %s, %d cases" % ("not " if bad else "", n, name, count))
        for line in bad[:12]:
            print("# " + line)
    if not names:
        n += 1
        wrong = (set(CODES) - set(all_names)) ^ LEFT_OUT
        failed += bool(wrong)
        print("%sok %d - all other operations of the data sheets have cases" % ("not " if wrong else "", n))
        for name in sorted(wrong):
            print("# " + name)
    print("1..%d" % n)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
