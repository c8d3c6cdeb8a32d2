"""Draws a C program that leaves functions by longjmp, with sums of what its variables hold afterwards.

usage: drawn.py SEED >PROGRAM.c

Function k may set the place k, and calls only functions of smaller numbers, which may jump to each place that is set. A
variable that changes between a setjmp and a longjmp is volatile; others keep their values. All contexts of setjmp are those
that the standard has.
"""
import random
import sys

r = random.Random(int(sys.argv[1]))
N = r.randint(3, 7)
TYPES = ['int', 'unsigned', 'short', 'signed char', 'long long', 'unsigned long long', 'double', 'float']
SET, JUMP, BUFFER = r.choice([('setjmp(%s)', 'longjmp', 'jmp_buf'), ('sigsetjmp(%s, 1)', 'siglongjmp', 'sigjmp_buf')])


def number():
    return str(r.choice([0, 1, 2, 3, 7, -1, -5, 100, r.randint(-30000, 30000)]))


def value(names):
    """an expression of type int without undefined behaviour"""
    a = f'low({r.choice(names)})' if names and r.random() < 0.8 else number()
    b = f'low({r.choice(names)})' if names and r.random() < 0.5 else number()
    return r.choice(['%s + %s', '%s - %s', '%s * %s', '(%s ^ %s)', '(%s & %s)', '(%s < %s)', '(%s | %s)']) % (a, b)


class Function:
    def __init__(self, k):
        self.k = k
        self.kept = [f'c{i}' for i in range(r.randint(1, 5))]      # never changed after the setjmp
        self.changed = [f'v{i}' for i in range(r.randint(1, 3))]   # volatile
        self.types = {n: r.choice(TYPES) for n in self.kept + self.changed}
        self.sets = k > 0 and r.random() < 0.85

    def statement(self, depth):
        names = ['a', 'b', 'i'] + self.kept + self.changed
        kind = r.randint(0, 7 if depth < 3 else 4)
        v = r.choice(self.changed)
        if kind <= 1:
            return f'{v} = {value(names)};'
        if kind == 2:
            return f'mix({value(names)});'
        if kind == 3 and self.k > 0:
            return f'{v} = {v} + f{r.randrange(self.k)}({value(names)}, {value(names)});' if r.random() < 0.5 else \
                f'mix(table[{r.randrange(self.k)}]({value(names)}, {value(names)}));'
        if kind == 4:
            return f'if (low({value(names)}) % 3 == 0) jump({r.randint(1, N - 1)}, {value(names)});'
        inner = ' '.join(self.statement(depth + 1) for _ in range(r.randint(1, 3)))
        if kind == 5:
            return f'if ({value(names)}) {{ {inner} }}'
        if kind == 6:
            return f'if (({value(names)}) & 1) {{ {inner} }} else {{ {self.statement(depth + 1)} }}'
        return f'for (volatile int j = 0; j < {r.randint(1, 4)}; j++) {{ {inner} }}'

    def block(self, least, most):
        return '\n\t\t'.join(self.statement(1) for _ in range(r.randint(least, most)))

    def text(self):
        out = [f'static int f{self.k}(int a, int b)\n{{', '\tconst int i = a ^ b;']
        for n in self.kept:
            out.append(f'\tconst {self.types[n]} {n} = {value(["a", "b", "i"])};')
        for n in self.changed:
            out.append(f'\tvolatile {self.types[n]} {n} = {value(["a", "b"])};')
        if r.random() < 0.4:
            size = r.choice(['3', '(a & 7) + 1'])
            out.append(f'\tvolatile int place[{size}];\n\tplace[0] = a;')
            self.changed.append('place[0]')
            self.types['place[0]'] = 'int'
        if r.random() < 0.2:
            out.append('\tvolatile int *piece = __builtin_alloca((b & 15) * 4 + 4);\n\tpiece[0] = b;')
            self.changed.append('piece[0]')
        out.append('\tif (--fuel < 0) return 1;')
        if self.sets:
            env = SET % f'env[{self.k}]'
            form = r.randint(0, 3)
            first, other = self.block(1, 5), self.block(0, 3)
            sums = ' '.join(f'mix(low({n}));' for n in self.kept + self.changed)
            if form == 0:
                out.append(f'\tif ({env} == 0) {{\n\t\tlive[{self.k}] = 1;\n\t\t{first}\n\t}} else {{\n\t\t{sums}\n\t\t{other}\n\t}}')
            elif form == 1:
                out.append(f'\tif (!{env}) {{\n\t\tlive[{self.k}] = 1;\n\t\t{first}\n\t}}\n\t{sums}')
            elif form == 2:
                out.append(f'\tswitch ({env}) {{\n\tcase 0:\n\t\tlive[{self.k}] = 1;\n\t\t{first}\n\t\tbreak;\n\tcase 1:\n\t\t{sums}\n'
                           f'\t\t/* fallthrough */\n\tdefault:\n\t\tmix(3);\n\t\t{other}\n\t}}')
            else:
                out.append(f'\tvolatile int turn = 0;\n\twhile ({env} < 4 && turn++ < {r.randint(1, 4)}) {{\n\t\tlive[{self.k}] = 1;\n'
                           f'\t\t{first}\n\t\t{sums}\n\t}}')
            out.append(f'\tlive[{self.k}] = 0;')
        else:
            out.append('\t' + self.block(1, 4))
        out.append(' '.join(f'\tmix(low({n}));' for n in self.kept + self.changed))
        out.append(f'\treturn {value(["a", "b"] + self.kept)};\n}}\n')
        return '\n'.join(out)


print(f'''/* seed {sys.argv[1]} */
#include <setjmp.h>
#include <stdio.h>

static {BUFFER} env[{N}];
static volatile int live[{N}], fuel = 400;
static unsigned sum = 1;
static int (*table[{N}])(int, int);

#define low(x) (int)((long long)(x) & 0x3FFF)
static void mix(int x) {{ sum = (sum << 5 | sum >> 27) ^ (unsigned)x * 2654435761u; }}

static void jump(int to, int with)
{{
	if (!live[to] || --fuel < 0)
		return;
	for (int i = 0; i < to; i++)
		live[i] = 0;
	mix(to);
	{JUMP}(env[to], with);
}}
''')
functions = [Function(k) for k in range(N)]
for f in functions:
    print(f.text())
print('int main(void)\n{')
for k in range(N):
    print(f'\ttable[{k}] = f{k};')
print(f'\tfor (int i = 0; i < 20; i++) {{\n\t\tfuel = 400;\n\t\tmix(f{N - 1}(i, i * 7 - 3));\n\t\tprintf("%08x\\n", sum);\n\t}}\n\treturn 0;\n}}')
