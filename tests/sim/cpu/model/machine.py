"""machine.py - what each instruction does to the registers, flags and memory of a node: a second model, written from the
documents (docs/t800/processor.md, tests/sim/cpu/instructions.tsv; what those leave open, docs/machine.md and docs/fpu.md)
and not from the simulator's blocks. It knows no times; links and what the passing of time does are not in it."""

import os

from real import Unit, is_nan, finite

# The width of words: 32 bits, or 16 for the chips T212, T222 and T225.
BITS = int(os.environ.get("BITS", 32))
WORD = BITS // 8
MASK = (1 << BITS) - 1
PART = WORD - 1  # the bits of an address that select a byte of a word
MOSTNEG = 1 << BITS - 1
NOTPROCESS = MOSTNEG
MEMORY = 64 << 10 if BITS == 32 else 48 << 10
HIGH, LOW = 0, 1
CHIPS = ("T414", "T425", "T800", "T805", "T400", "T801", "T212", "T222", "T225")
OF_THIS_WIDTH = [chip for chip in CHIPS if chip.startswith("T2") == (BITS == 16)]
ENABLING, WAITING, READY = MOSTNEG + 1, MOSTNEG + 2, MOSTNEG + 3
TIMESET, TIMENOTSET = MOSTNEG + 1, MOSTNEG + 2
NONE_SELECTED = MASK
EVENT = MOSTNEG + 8 * WORD
TPTRLOC = (MOSTNEG + 9 * WORD, MOSTNEG + 10 * WORD)
SAVED = MOSTNEG + 11 * WORD
MEMSTART = 0x80000070 if BITS == 32 else 0x8024
GOTOSNP = 1
STOP_ERROR, STOP_OUTSIDE, STOP_UNDEFINED = 2, 4, 5
END = (0x21, 0x2F, 0xFE)  # an operation that no chip has: the end of each piece of code
UNDEFINED = 0x1FE

# Byte offsets from a workspace.
TEMP, IPTR, LINK, STATE, POINTER, TLINK, TIME = 0, -WORD, -2 * WORD, -3 * WORD, -3 * WORD, -4 * WORD, -5 * WORD


def signed(w):
    return w - (1 << BITS) if w >> BITS - 1 else w


def word(n):
    return n & MASK


def after(x, y):
    return signed(word(x - y)) > 0


def pattern(address):
    return word((address - MOSTNEG) * 2654435761 ^ 0x9E3779B9)


class Machine:
    def __init__(self, chip):
        self.chip = chip
        self.a = self.b = self.c = self.w = self.i = 0
        self.pri, self.idle = LOW, False
        self.err = self.halt = self.j0break = self.analysed = False
        self.fptr, self.bptr = [NOTPROCESS] * 2, [NOTPROCESS] * 2
        self.rows = self.dst_stride = self.src_stride = self.d = 0
        self.clock = [0, 0]
        self.timer_off = [False, False]
        self.event = False
        self.fpu = [Unit([(0, 0)] * 3, 0, False) for _ in range(2)]
        self.mem = {}       # words that are not the pattern
        self.stop = self.fault = 0
        self.partner = None  # ready when the instruction has ended
        self.loose = ()     # registers that the instruction leaves undefined

    # ---- memory

    def rd(self, address):
        address = word(address) & ~PART
        if word(address - MOSTNEG) not in range(MEMORY):
            return MASK
        return self.mem.get(address, pattern(address))

    def wr(self, address, w):
        address = word(address) & ~PART
        if word(address - MOSTNEG) in range(MEMORY):
            self.mem[address] = word(w)

    def rd_byte(self, address):
        return self.rd(address) >> 8 * (address & PART) & 0xFF

    def wr_byte(self, address, byte):
        shift = 8 * (address & PART)
        self.wr(address, self.rd(address) & ~(0xFF << shift) | byte << shift)

    def copy(self, dst, src, n):
        """Words upwards. False: a block that is not all inside memory stops the node."""
        for begin in (dst, src):
            at = word(begin - MOSTNEG)
            if n and at + n > MEMORY:
                self.stop = STOP_OUTSIDE
                self.fault = begin if at >= MEMORY else word(MOSTNEG + MEMORY)
                return False
        self.move_words(dst, src, n, lambda byte: True)
        return True

    def move_words(self, dst, src, n, wanted):
        """Each word of the destination, from the lowest: its bytes are read, then the wanted ones written."""
        for w in range(dst & ~PART, dst + n, WORD):
            places = [k for k in range(w - dst, w - dst + WORD) if 0 <= k < n]
            for k, byte in [(k, self.rd_byte(word(src + k))) for k in places]:
                if wanted(byte):
                    self.wr_byte(word(dst + k), byte)

    # ---- stack

    def push(self, w):
        self.a, self.b, self.c = word(w), self.a, self.b

    def pop(self):
        w = self.a
        self.a, self.b = self.b, self.c
        return w

    # ---- flags, jumps

    def error(self):
        self.err = True
        if self.halt:
            self.stop, self.fault = STOP_ERROR, self.i

    def checked(self, n):
        """n, which is to be an integer of a word."""
        if n != signed(word(n)):
            self.error()
        return word(n)

    def jump(self, address):
        address = word(address)
        if word(address - MOSTNEG) not in range(MEMORY):
            self.stop, self.fault = STOP_OUTSIDE, address
        else:
            self.i = address

    # ---- processes

    def wdesc(self):
        return self.w | self.pri

    def status(self):
        return self.err << BITS - 1 | self.halt << 7

    def ready(self, desc):
        q, w = desc & 1, desc & ~PART
        if self.fptr[q] != NOTPROCESS:
            self.wr(self.bptr[q] + LINK, w)
        else:
            self.fptr[q] = w
        self.bptr[q] = w

    def begin(self, q):
        w = self.fptr[q]
        self.fptr[q] = NOTPROCESS if w == self.bptr[q] else self.rd(w + LINK)
        self.pri, self.idle, self.w = q, False, w & ~PART
        self.i = self.rd(self.w + IPTR)

    def save(self, status):
        self.wr(SAVED, NOTPROCESS | LOW if self.idle else self.wdesc())
        if not self.idle:
            for k, w in enumerate((self.i, self.a, self.b, self.c, status, 0)):
                self.wr(SAVED + WORD + WORD * k, w)

    def resume(self):
        """The interrupted low process goes on; False if there is none that can."""
        desc = self.rd(SAVED)
        if desc == NOTPROCESS | LOW:
            return False
        i, self.a, self.b, self.c, status = (self.rd(SAVED + WORD + WORD * k) for k in range(5))
        self.err, self.halt = status >> BITS - 1, status >> 7 & 1
        if status & GOTOSNP:
            return False
        self.pri, self.w, self.i = LOW, desc & ~PART, i
        return True

    def start_next(self):
        was = self.pri
        if self.fptr[HIGH] != NOTPROCESS:
            if was == LOW:
                self.save(self.status() | GOTOSNP)
            self.begin(HIGH)
        elif was == HIGH and self.resume():
            pass
        elif self.fptr[LOW] != NOTPROCESS:
            self.begin(LOW)
        else:
            self.idle, self.pri, self.w = True, LOW, NOTPROCESS

    def wait(self):
        self.wr(self.w + IPTR, self.i)
        self.start_next()

    def settle(self):
        """What has become ready takes over."""
        if self.fptr[HIGH] != NOTPROCESS and self.pri == LOW:
            self.save(self.status())
            self.begin(HIGH)
        elif self.idle and self.fptr[LOW] != NOTPROCESS:
            self.begin(LOW)

    # ---- channels, alternatives

    def wake(self, desc):
        """A guard of a process in an ALT has become ready."""
        state = (desc & ~PART) + STATE
        if self.rd(state) == WAITING:
            self.ready(desc)
        if self.rd(state) in (ENABLING, WAITING):
            self.wr(state, READY)

    def first_at(self, channel, pointer):
        self.wr(channel, self.wdesc())
        self.wr(self.w + POINTER, pointer)
        self.wait()

    def message(self, inputs, n, channel, pointer):
        channel &= ~PART
        if channel == EVENT:
            if self.event:
                self.event = False
            else:
                self.wr(EVENT, self.wdesc())
                self.wait()
            return
        other = self.rd(channel)
        if other == NOTPROCESS:
            self.first_at(channel, pointer)
            return
        theirs = self.rd((other & ~PART) + POINTER)
        if not inputs and theirs in (ENABLING, WAITING, READY):
            self.wake(other)
            self.first_at(channel, pointer)
            return
        if self.copy(*((pointer, theirs) if inputs else (theirs, pointer)), n):
            self.wr(channel, NOTPROCESS)
            self.partner = other

    def select(self, ready, offset):
        """Whether a branch is taken: it is ready and none is taken yet."""
        taken = ready and self.rd(self.w + TEMP) == NONE_SELECTED
        if taken:
            self.wr(self.w + TEMP, offset)
        return int(taken)

    # ---- timers

    def queue(self, q):
        """The workspaces in a timer queue, in order."""
        w = self.rd(TPTRLOC[q])
        while w != NOTPROCESS:
            yield w
            w = self.rd(w + TLINK)

    def timer_wait(self, time):
        """The running process waits: into the queue, behind those of the same time."""
        q = self.pri
        behind = TPTRLOC[q]
        self.wr(self.w + TIME, time)
        for w in self.queue(q):
            if after(self.rd(w + TIME), time):
                break
            behind = w + TLINK
        self.wr(self.w + TLINK, self.rd(behind))
        self.wr(behind, self.w)

    def timer_leave(self):
        behind = TPTRLOC[self.pri]
        for w in list(self.queue(self.pri)):
            if w == self.w:
                self.wr(behind, self.rd(w + TLINK))
                return
            behind = w + TLINK

    # ---- two-dimensional moves

    def move_2d(self, wanted):
        n, dst, src = self.a, self.b, self.c
        for r in range(self.rows if n else 0):
            self.move_words(word(dst + r * self.dst_stride), word(src + r * self.src_stride), n, wanted)
        self.loose = ("a", "b", "c", "rows")

    # ---- executing

    def execute(self, name, operand, length):
        """One instruction of `length` bytes at Iptr; then END, unless nothing runs or the node has stopped."""
        self.i = word(self.i + length)
        if name in DIRECT:
            DIRECT[name](self, operand)
        elif name in OPERATIONS:
            OPERATIONS[name](self)
        else:
            if name.startswith("fpu"):  # behind fpentry: a constant was pushed, and is popped
                self.push(0)
                self.pop()
            unit = self.fpu[self.pri]
            REALS[name](self, unit)
            if name not in ("fpurn", "fpurz", "fpurp", "fpurm"):
                unit.mode = 0
        if self.stop:
            return
        if self.partner is not None:
            self.ready(self.partner)
            self.settle()
        if not self.idle:
            self.i, self.stop, self.fault = word(self.i + len(END)), STOP_UNDEFINED, UNDEFINED


# ---- functions

def cj(m, n):
    if m.a == 0:
        m.jump(m.i + n)
    else:
        m.pop()


def call(m, n):
    for k, w in enumerate((m.c, m.b, m.a, m.i)):
        m.wr(m.w - WORD - WORD * k, w)
    m.w = word(m.w - 4 * WORD)
    m.a = m.i
    m.jump(m.i + n)


def j(m, n):
    if n == 0 and m.j0break:
        breakpoint_(m)
    else:
        m.jump(m.i + n)


def stl(m, n):
    m.wr(m.w + WORD * n, m.pop())


def stnl(m, n):
    address = m.pop() + WORD * n
    m.wr(address, m.pop())


def set_a(m, w):
    m.a = word(w)


def adc(m, n):
    m.a = m.checked(signed(m.a) + signed(word(n)))


def ajw(m, n):
    m.w = word(m.w + WORD * n)


DIRECT = {
    "j": j, "cj": cj, "call": call, "stl": stl, "stnl": stnl, "adc": adc, "ajw": ajw,
    "ldlp": lambda m, n: m.push(m.w + WORD * n),
    "ldnl": lambda m, n: set_a(m, m.rd(m.a + WORD * n)),
    "ldc": lambda m, n: m.push(n),
    "ldnlp": lambda m, n: set_a(m, m.a + WORD * n),
    "ldl": lambda m, n: m.push(m.rd(m.w + WORD * n)),
    "eqc": lambda m, n: set_a(m, m.a == word(n)),
}


# ---- operations

def two(f):
    """An operation that replaces Areg and Breg by a word."""
    def operation(m):
        a, b = m.pop(), m.pop()
        m.push(f(m, a, b))
    return operation


def quotient(m, a, b):
    a, b = signed(a), signed(b)
    if a == 0 or (a == -1 and b == -2 ** (BITS - 1)):
        m.error()
        return b
    return abs(b) // abs(a) * (1 if (a < 0) == (b < 0) else -1)


def remainder(m, a, b):
    a, b = signed(a), signed(b)
    if a == 0:
        m.error()
        return b
    return abs(b) % abs(a) * (-1 if b < 0 else 1)


def fractional(m, a, b):
    product = signed(a) * signed(b)
    if product == 2 ** 62:
        m.error()
    whole, rest = product >> 31, product & 2 ** 31 - 1
    return whole + (rest > 2 ** 30 or (rest == 2 ** 30 and whole & 1))


def three(f):
    """An operation on Areg, Breg and Creg; what it returns is pushed in order."""
    def operation(m):
        a, b, c = m.pop(), m.pop(), m.pop()
        for w in f(m, a, b, c):
            m.push(w)
    return operation


def pair(n):
    """A double word for the stack: high word, low word."""
    return word(n >> BITS), word(n)


def ldiv(m, a, b, c):
    if c >= a:
        m.error()
        return b, c
    n = c << BITS | b
    return n % a, n // a


def norm(m):
    n = m.b << BITS | m.a
    places = 2 * BITS - n.bit_length()
    n <<= places
    m.a, m.b, m.c = word(n), word(n >> BITS), places


def csngl(m):
    if m.b != (MASK if m.a >> BITS - 1 else 0):
        m.error()
    m.b = m.c


def xdble(m):
    m.c, m.b = m.b, MASK if m.a >> BITS - 1 else 0


def wcnt(m):
    m.c, m.b, m.a = m.b, m.a & PART, word(signed(m.a) // WORD)


def cword(m):
    size = m.pop()
    if not -size <= signed(m.a) < size:
        m.error()


def xword(m, a, b):
    return b - 2 * a if b >= a else b


def csub0(m):
    limit = m.pop()
    if m.a >= limit:
        m.error()


def ccnt1(m):
    limit = m.pop()
    if not 0 < m.a <= limit:
        m.error()


def reversed_bits(w, n):
    return int(format(w & (1 << n) - 1, "0%db" % n)[::-1], 2) if n else 0


def crc(steps):
    def operation(m):
        data, so_far = m.a, m.b
        for _ in range(steps):
            out = so_far >> BITS - 1
            so_far = word(so_far << 1 | data >> BITS - 1)
            data = word(data << 1)
            if out:
                so_far ^= m.c
        m.a, m.b = so_far, m.c
    return operation


def store_byte(m):
    address = m.pop()
    m.wr_byte(address, m.pop() & 0xFF)


def gajw(m):
    m.a, m.w = m.w, m.a & ~PART


def gcall(m):
    target, m.a = m.a, m.i
    m.jump(target)


def ret(m):
    target = m.rd(m.w)
    m.w = word(m.w + 4 * WORD)
    m.jump(target)


def lend(m):
    back, block = m.pop(), m.pop()
    left = word(m.rd(block + WORD) - 1)
    m.wr(block + WORD, left)
    if signed(left) > 0:
        m.wr(block, m.rd(block) + 1)
        m.jump(m.i - back)


def testerr(m):
    m.push(not m.err)
    m.err = False


def flag(name, on):
    return lambda m: setattr(m, name, on)


def startp(m):
    w, offset = m.pop() & ~PART, m.pop()
    m.wr(w + IPTR, m.i + offset)
    m.ready(w | m.pri)


def endp(m):
    block = m.a & ~PART
    count = m.rd(block + WORD)
    m.wr(block + WORD, count - 1)
    if count == 1:
        m.w = block
        m.i = m.rd(block)
    else:
        m.start_next()


def runp(m):
    m.ready(m.pop())
    m.settle()


def stoperr(m):
    if m.err:
        m.wait()


def store_queue(name, q):
    def operation(m):
        getattr(m, name)[q] = m.pop()
    return operation


def save_queue(q):
    def operation(m):
        address = m.pop()
        m.wr(address, m.fptr[q])
        m.wr(address + WORD, m.bptr[q])
    return operation


def sttimer(m):
    m.clock = [m.pop()] * 2


def tin(m):
    time = m.pop()
    if after(m.clock[m.pri], time):
        return
    m.wr(m.w + STATE, WAITING)
    m.timer_wait(word(time + 1))
    m.wait()


def timer_switch(q, off):
    def operation(m):
        m.timer_off[q] = off
    return operation


def transfer(inputs):
    def operation(m):
        n, channel, pointer = m.pop(), m.pop(), m.pop()
        m.message(inputs, n, channel, pointer)
    return operation


def short(n):
    def operation(m):
        value, channel = m.pop(), m.pop()
        m.wr(m.w + TEMP, value)
        m.message(False, n, channel, m.w + TEMP)
    return operation


def resetch(m):
    channel = m.a & ~PART
    m.a = m.rd(channel)
    m.wr(channel, NOTPROCESS)
    if channel == EVENT:
        m.event = False


def alt(m):
    m.wr(m.w + STATE, ENABLING)


def talt(m):
    alt(m)
    m.wr(m.w + TLINK, TIMENOTSET)


def enbs(m):
    if m.a:
        m.wr(m.w + STATE, READY)


def enbc(m):
    channel = m.b & ~PART
    m.b = m.c
    if not m.a:
        return
    held = m.rd(channel)
    ready = m.event if channel == EVENT else held not in (NOTPROCESS, m.wdesc())
    if ready:
        m.wr(m.w + STATE, READY)
    else:
        m.wr(channel, m.wdesc())


def enbt(m):
    time = m.b
    m.b = m.c
    if not m.a:
        return
    if m.rd(m.w + TLINK) == TIMENOTSET:
        m.wr(m.w + TLINK, TIMESET)
        m.wr(m.w + TIME, time)
    elif after(m.rd(m.w + TIME), time):
        m.wr(m.w + TIME, time)


def altwt(m):
    m.wr(m.w + TEMP, NONE_SELECTED)
    if m.rd(m.w + STATE) != READY:
        m.wr(m.w + STATE, WAITING)
        m.wait()


def taltwt(m):
    now = m.clock[m.pri]
    timed = m.rd(m.w + TLINK) == TIMESET
    m.wr(m.w + TEMP, NONE_SELECTED)
    if m.rd(m.w + STATE) == READY or (timed and after(now, m.rd(m.w + TIME))):
        m.wr(m.w + STATE, READY)
        m.wr(m.w + TIME, now)
        return
    m.wr(m.w + STATE, WAITING)
    if timed:
        m.timer_wait(word(m.rd(m.w + TIME) + 1))
    m.wait()


def diss(m):
    offset, guard = m.pop(), m.pop()
    m.push(m.select(guard != 0, offset))


def disc(m):
    offset, guard, channel = m.pop(), m.pop(), m.pop() & ~PART
    ready = False
    if guard:
        held = m.rd(channel)
        ready = m.event if channel == EVENT else held not in (NOTPROCESS, m.wdesc())
        if channel == EVENT or held == m.wdesc():
            m.wr(channel, NOTPROCESS)
    m.push(m.select(ready, offset))


def dist(m):
    offset, guard, time = m.pop(), m.pop(), m.pop()
    ready = False
    if guard:
        state = m.rd(m.w + TLINK)
        if state == TIMESET:
            ready = after(m.rd(m.w + TIME), time)
        elif state != TIMENOTSET:
            m.timer_leave()
            m.wr(m.w + TLINK, TIMENOTSET)
    m.push(m.select(ready, offset))


def move(m):
    n, dst, src = m.pop(), m.pop(), m.pop()
    m.copy(dst, src, n)


def move2dinit(m):
    m.rows, m.dst_stride, m.src_stride = m.pop(), m.pop(), m.pop()


def breakpoint_(m):
    kept = MEMSTART + (0 if m.pri == HIGH else 2 * WORD)
    i, desc = m.rd(kept), m.rd(kept + WORD)
    m.wr(kept, m.i)
    m.wr(kept + WORD, m.wdesc())
    m.i, m.w, m.pri = i, desc & ~PART, desc & 1


def status_of(m):
    s = m.pop()
    m.err, m.halt = s >> BITS - 1, s >> 7 & 1


def store_d(m):
    m.d = m.pop()


def swap(m):
    m.a, m.b = m.b, m.a


# ---- numbers of a chip without the unit

def unpacksn(m):
    exponent, significand = m.a >> 23 & 0xFF, m.a & 0x7FFFFF
    if exponent == 0xFF:
        kind = 3 if significand else 2
    else:
        kind = 1 if exponent or significand else 0
    m.c = word(4 * m.b + kind)
    m.b = 1 if kind == 1 and not exponent else exponent
    m.a = word(significand << 8 | (1 << 31 if 0 < exponent < 0xFF else 0))


def postnormsn(m):
    exponent = signed(m.rd(m.w + TEMP)) - signed(m.c)
    n = m.b << 32 | m.a
    if exponent < 1:
        places = 1 - exponent
        lost = n & (1 << places) - 1 if places < 200 else n
        n = (n >> places if places < 200 else 0) | (lost != 0)
        exponent = 0
    m.a, m.b, m.c = word(n), word(n >> 32), min(exponent, 255)


def roundsn(m, a, b, c):
    if c >= 255:
        return 0x7F800000,
    n = b << 32 | a
    kept, rest = n >> 40, n & (1 << 40) - 1
    kept = (c << 23) + (kept & 0x7FFFFF) + (rest > 1 << 39 or (rest == 1 << 39 and kept & 1))
    return word(kept),


def cflerr(m):
    if m.a & 0x7F800000 == 0x7F800000:
        m.error()


def lddevid(m):
    if m.chip in ("T414", "T212", "T222"):
        return
    if m.chip == "T800":
        m.pop()
    else:
        m.push({"T425": 0, "T805": 10, "T801": 20, "T400": 50, "T225": 40}[m.chip])


OPERATIONS = {
    "rev": swap, "dup": lambda m: m.push(m.a), "pop": lambda m: m.pop(), "mint": lambda m: m.push(MOSTNEG),
    "add": two(lambda m, a, b: m.checked(signed(b) + signed(a))),
    "sub": two(lambda m, a, b: m.checked(signed(b) - signed(a))),
    "sum": two(lambda m, a, b: b + a), "diff": two(lambda m, a, b: b - a),
    "mul": two(lambda m, a, b: m.checked(signed(b) * signed(a))),
    "prod": two(lambda m, a, b: b * a), "fmul": two(fractional),
    "div": two(quotient), "rem": two(remainder),
    "gt": two(lambda m, a, b: signed(b) > signed(a)),
    "and": two(lambda m, a, b: b & a), "or": two(lambda m, a, b: b | a), "xor": two(lambda m, a, b: b ^ a),
    "not": lambda m: set_a(m, ~m.a),
    "shl": two(lambda m, a, b: b << a if a < 32 else 0), "shr": two(lambda m, a, b: b >> a if a < 32 else 0),
    "bsub": two(lambda m, a, b: a + b), "wsub": two(lambda m, a, b: a + WORD * b),
    "wsubdb": two(lambda m, a, b: a + 2 * WORD * b), "bcnt": lambda m: set_a(m, WORD * m.a), "wcnt": wcnt,
    "lb": lambda m: set_a(m, m.rd_byte(m.a)), "sb": store_byte,
    "bitcnt": two(lambda m, a, b: b + bin(a).count("1")),
    "bitrevword": lambda m: set_a(m, reversed_bits(m.a, BITS)),
    "bitrevnbits": two(lambda m, a, b: reversed_bits(b, a)), "crcword": crc(BITS), "crcbyte": crc(8),
    "gcall": gcall, "ret": ret, "gajw": gajw, "ldpi": lambda m: set_a(m, m.a + m.i), "lend": lend,
    "ladd": three(lambda m, a, b, c: (m.checked(signed(b) + signed(a) + (c & 1)),)),
    "lsub": three(lambda m, a, b, c: (m.checked(signed(b) - signed(a) - (c & 1)),)),
    "lsum": three(lambda m, a, b, c: pair(b + a + (c & 1))),
    "ldiff": three(lambda m, a, b, c: (b - a - (c & 1) < 0, b - a - (c & 1))),
    "lmul": three(lambda m, a, b, c: pair(b * a + c)), "ldiv": three(ldiv),
    "lshl": three(lambda m, a, b, c: pair((c << BITS | b) << a) if a < 64 else (0, 0)),
    "lshr": three(lambda m, a, b, c: pair((c << BITS | b) >> a) if a < 64 else (0, 0)),
    "norm": norm, "xdble": xdble, "csngl": csngl, "xword": two(xword), "cword": cword, "csub0": csub0, "ccnt1": ccnt1,
    "seterr": Machine.error, "testerr": testerr, "stoperr": stoperr, "clrhalterr": flag("halt", False),
    "sethalterr": flag("halt", True), "testhalterr": lambda m: m.push(m.halt),
    "testpranal": lambda m: m.push(m.analysed),
    "startp": startp, "endp": endp, "runp": runp, "stopp": Machine.wait, "ldpri": lambda m: m.push(m.pri),
    "sthf": store_queue("fptr", HIGH), "sthb": store_queue("bptr", HIGH), "stlf": store_queue("fptr", LOW),
    "stlb": store_queue("bptr", LOW), "saveh": save_queue(HIGH), "savel": save_queue(LOW),
    "ldtimer": lambda m: m.push(m.clock[m.pri]), "sttimer": sttimer, "tin": tin,
    "timerdisableh": timer_switch(HIGH, True), "timerdisablel": timer_switch(LOW, True),
    "timerenableh": timer_switch(HIGH, False), "timerenablel": timer_switch(LOW, False),
    "in": transfer(True), "out": transfer(False), "outbyte": short(1), "outword": short(WORD), "resetch": resetch,
    "alt": alt, "talt": talt, "enbs": enbs, "enbc": enbc, "enbt": enbt, "altwt": altwt, "taltwt": taltwt,
    "diss": diss, "disc": disc, "dist": dist, "altend": lambda m: m.jump(m.i + m.rd(m.w + TEMP)),
    "move": move, "move2dinit": move2dinit, "move2dall": lambda m: m.move_2d(lambda byte: True),
    "move2dnonzero": lambda m: m.move_2d(lambda byte: byte != 0), "move2dzero": lambda m: m.move_2d(lambda byte: byte == 0),
    "break": breakpoint_, "clrj0break": flag("j0break", False), "setj0break": flag("j0break", True),
    "testj0break": lambda m: m.push(m.j0break), "lddevid": lddevid,
    "ldmemstartval": lambda m: m.push(MEMSTART),
    "testlds": lambda m: m.push(m.status()), "testlde": lambda m: m.push(0), "testldd": lambda m: m.push(m.d),
    "teststs": status_of, "testste": lambda m: m.pop(), "teststd": store_d,
    "unpacksn": unpacksn, "postnormsn": postnormsn, "roundsn": three(roundsn), "ldinf": lambda m: m.push(0x7F800000),
    "cflerr": cflerr,
}


# ---- the floating-point unit

def number(m, address, dbl):
    return m.rd(address) | (m.rd(address + 4) << 32 if dbl else 0)


def load(dbl, size=0):
    """Load a number; size: the words of one where it is indexed by Breg."""
    def operation(m, f):
        address = m.pop()
        if size:
            address += 4 * size * m.pop()
        f.push(number(m, address, dbl), dbl)
    return operation


def store(dbl):
    def operation(m, f):
        address, (bits, _) = m.pop(), f.pop()
        m.wr(address, bits)
        if dbl:
            m.wr(address + 4, bits >> 32)
    return operation


def from_word(signed_word, dbl):
    def operation(m, f):
        n = m.rd(m.pop())
        v = signed(n) if signed_word else n
        f.push(f.give(real_of(v), dbl, f.mode), dbl)
    return operation


def real_of(n):
    from fractions import Fraction
    return Fraction(n)


def load_and(operation, dbl):
    def both(m, f):
        load(dbl)(m, f)
        f.arithmetic(operation(f))
    return both


def test(condition):
    return lambda m, f: m.push(condition(f))


def chkerror(m, f):
    if f.error:
        m.error()


def testerror(m, f):
    m.push(not f.error)
    f.error = False


def store_word(m, f):
    address = m.pop()
    m.wr(address, f.word())


def to_word(m, f):
    f.integral()
    f.check(32)


def reverse(m, f):
    f.reg[0], f.reg[1] = f.reg[1], f.reg[0]


def mode(n):
    return lambda m, f: setattr(f, "mode", n)


def fp_error(on):
    return lambda m, f: setattr(f, "error", on)


def nothing(m, f):
    pass


REALS = {
    "fpldnlsn": load(0), "fpldnldb": load(1), "fpldnlsni": load(0, 1), "fpldnldbi": load(1, 2),
    "fpstnlsn": store(0), "fpstnldb": store(1), "fpstnli32": store_word,
    "fpldzerosn": lambda m, f: f.push(0, 0), "fpldzerodb": lambda m, f: f.push(0, 1),
    "fpdup": lambda m, f: f.push(*f.reg[0]), "fprev": reverse,
    "fpadd": lambda m, f: f.arithmetic(f.add), "fpsub": lambda m, f: f.arithmetic(f.subtract),
    "fpmul": lambda m, f: f.arithmetic(f.multiply), "fpdiv": lambda m, f: f.arithmetic(f.divide),
    "fpldnladdsn": load_and(lambda f: f.add, 0), "fpldnladddb": load_and(lambda f: f.add, 1),
    "fpldnlmulsn": load_and(lambda f: f.multiply, 0), "fpldnlmuldb": load_and(lambda f: f.multiply, 1),
    "fpremfirst": test(Unit.remainder), "fpremstep": test(Unit.remainder),
    "fpusqrtfirst": lambda m, f: f.square_root(), "fpusqrtstep": nothing, "fpusqrtlast": nothing,
    "fpuexpinc32": lambda m, f: f.scale(32), "fpuexpdec32": lambda m, f: f.scale(-32),
    "fpumulby2": lambda m, f: f.scale(1), "fpudivby2": lambda m, f: f.scale(-1),
    "fpuabs": lambda m, f: f.absolute(), "fpint": lambda m, f: f.integral(), "fprtoi32": to_word,
    "fpuchki32": lambda m, f: f.check(32), "fpuchki64": lambda m, f: f.check(64),
    "fpgt": test(lambda f: f.compare() == 1), "fpeq": test(lambda f: f.compare() == 0),
    "fpordered": test(lambda f: not is_nan(*f.reg[0]) and not is_nan(*f.reg[1])),
    "fpnan": test(lambda f: is_nan(*f.reg[0])), "fpnotfinite": test(lambda f: not finite(*f.reg[0])),
    "fpi32tor32": from_word(True, 0), "fpi32tor64": from_word(True, 1), "fpb32tor64": from_word(False, 1),
    "fpur32tor64": lambda m, f: f.to_double(), "fpur64tor32": lambda m, f: f.to_single(),
    "fpunoround": lambda m, f: f.cut_to_single(),
    "fpurn": mode(0), "fpurz": mode(1), "fpurp": mode(2), "fpurm": mode(3),
    "fpchkerror": chkerror, "fptesterror": testerror, "fpuseterror": fp_error(True), "fpuclearerror": fp_error(False),
}
