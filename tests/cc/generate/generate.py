#!/usr/bin/env python3
"""generate.py KIND SEED: a random C program of what csmith leaves out, for a node and for the host.

KIND is goto (computed gotos), vector (vectors, as variables, arguments and results) or asm (inline assembly). The programs
are the same for a seed for ever, are defined (with -fwrapv and -funsigned-char), end, and print numbers. Inline assembly is the
T800's on a node and the same in C elsewhere.
"""
import random
import sys

HEAD = """#include <stdio.h>
#include <string.h>

typedef unsigned long long u64;

static u64 sum = 1;

static void
add(u64 x)
{
	sum = (sum << 9 | sum >> 55) ^ x;
}
"""
END = """	printf("%016llx\\n", sum);
	return 0;
}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []

    def put(self, *lines):
        self.lines.extend(lines)

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self, low, high):
        return self.random.randint(low, high)

    def chance(self, percent):
        return self.random.randrange(100) < percent


# ---- computed gotos: a machine whose states are labels ----

INTEGERS = ["int", "unsigned", "short", "unsigned char", "signed char", "long long", "unsigned long long"]


def expression(p, names, depth):
    if depth == 0 or p.chance(25):
        return p.pick(*names) if p.chance(75) else str(p.number(-40, 1000))
    a, b = expression(p, names, depth - 1), expression(p, names, depth - 1)
    form = p.pick("({a} + {b})", "({a} - {b})", "({a} * {b})", "({a} ^ {b})", "({a} & {b})", "({a} | {b})",
                  "({a} < {b})", "({a} == {b} ? {a} : {b})", "({a} / (({b} & 15) + 1))", "({a} >> ({b} & 7))")
    return form.format(a=a, b=b)


def goto_function(p, index):
    nlabels, nvars = p.number(2, 9), p.number(2, 7)
    names = ["v%d" % i for i in range(nvars)]
    types = [p.pick(*INTEGERS) for _ in names]
    real = p.chance(40)

    p.put("", "static __attribute__((noinline)) int", "machine%d(int n, unsigned x)" % index, "{",
          "\tstatic const void *const table[] = {%s};" % ", ".join("&&l%d" % p.number(0, nlabels - 1) if i >= nlabels
                                                                  else "&&l%d" % i for i in range(nlabels + 3)))
    for name, t in zip(names, types):
        p.put("\t%s %s = %s;" % (t, name, p.pick("x", "n", "1", "x * 3", "-1")))
    if real:
        p.put("\tdouble r = x % 10;")
    p.put("", "\tgoto *table[x %% %d];" % nlabels)
    for label in range(nlabels):
        p.put("l%d:" % label, "\tif (n-- <= 0)", "\t\tgoto end;")
        for _ in range(p.number(1, 4)):
            statement(p, names, real)
        leave(p, names, nlabels)
    p.put("end:")
    for name in names:
        p.put("\tadd((u64)%s);" % name)
    if real:
        p.put("\tadd((u64)(long long)r);")
    p.put("\treturn (int)%s;" % p.pick(*names), "}")


def statement(p, names, real):
    a, b = p.pick(*names), p.pick(*names)
    kind = p.number(0, 9)
    if kind < 5:
        p.put("\t%s = %s;" % (a, expression(p, names, 2)))
    elif kind < 6:
        p.put("\t{ u64 t = %s; %s = %s; %s = t; }" % (a, a, b, b))
    elif kind < 7:
        p.put("\tfor (int i = 0; i < %d; i++)" % p.number(1, 4), "\t\t%s += %s + i;" % (a, b))
    elif kind < 8:
        p.put("\tif (%s)" % expression(p, names, 1), "\t\t%s = %s;" % (a, expression(p, names, 1)))
    elif real:
        p.put("\tr = r * 0.5 + (%s & 31);" % a)
    else:
        p.put("\tadd((u64)%s);" % a)


def leave(p, names, nlabels):
    target = "(unsigned)(%s) %% %d" % (expression(p, names, 1), nlabels + 3)
    kind = p.number(0, 9)
    if kind < 5:
        p.put("\tgoto *table[%s];" % target)
    elif kind < 7:
        p.put("\tif (%s)" % expression(p, names, 1), "\t\tgoto l%d;" % p.number(0, nlabels - 1),
              "\tgoto *table[%s];" % target)
    elif kind < 9:
        p.put("\tgoto l%d;" % p.number(0, nlabels - 1))
    # otherwise into the next label, or the end


def goto_program(p):
    n = p.number(1, 4)
    for i in range(n):
        goto_function(p, i)
    p.put("", "int", "main(void)", "{")
    for i in range(n):
        p.put("\tfor (unsigned x = 0; x < 12; x++)", "\t\tadd(machine%d(20 + x, x));" % i)


# ---- vectors ----

class Vector:
    def __init__(self, element, count, size):
        self.element, self.count, self.size = element, count, size
        self.name = element.replace(" ", "_") + "x%d" % count
        self.real = element in ("float", "double")
        self.unsigned = element.startswith("unsigned")


ELEMENTS = [("signed char", 1), ("unsigned char", 1), ("short", 2), ("unsigned short", 2), ("int", 4), ("unsigned", 4),
            ("long long", 8), ("unsigned long long", 8), ("float", 4), ("double", 8)]


def vector_types(p):
    types = []
    for _ in range(p.number(1, 3)):
        element, size = p.pick(*ELEMENTS)
        count = p.pick(1, 2, 4, 8, 16)
        while count * size > 32:
            count //= 2
        if all(t.name != element.replace(" ", "_") + "x%d" % count for t in types):
            types.append(Vector(element, count, size))
    return types


def literal(p, t):
    values = [str(p.number(-60, 60) if not t.unsigned else p.number(0, 250)) for _ in range(t.count)]
    return "(%s){%s}" % (t.name, ", ".join(values))


def vector_expression(p, t, names, depth):
    if depth == 0 or p.chance(20):
        return p.pick(*names) if p.chance(80) else literal(p, t)
    a, b = vector_expression(p, t, names, depth - 1), vector_expression(p, t, names, depth - 1)
    forms = ["({a} + {b})", "({a} - {b})", "({a} * {b})", "(-{a})"]
    if t.real:
        forms += ["({a} / ({b} * {b} + 1))", "({t})(({a} < {b}) & 3 ? {a} : {b})"][:1]
    else:
        forms += ["({a} & {b})", "({a} | {b})", "({a} ^ {b})", "(~{a})", "({a} << (({b} & 3) + 1))",
                  "({a} >> ({b} & 7))", "({a} / (({b} & 15) + 1))", "({a} % (({b} & 15) + 1))",
                  "(({t})({a} < {b}) | {b})", "(({t})({a} == {b}) ^ {a})", "(({t})({a} >= {b}) & {a})"]
    return p.pick(*forms).format(a=a, b=b, t=t.name)


def vector_function(p, t, index):
    p.put("", "static __attribute__((noinline)) %s" % t.name, "f%d(%s a, int k, %s b)" % (index, t.name, t.name), "{",
          "\t%s c = %s;" % (t.name, vector_expression(p, t, ["a", "b"], 2)))
    names = ["a", "b", "c"]
    for _ in range(p.number(1, 5)):
        kind, x = p.number(0, 9), p.pick(*names)
        if kind < 5:
            p.put("\t%s = %s;" % (x, vector_expression(p, t, names, 3)))
        elif kind < 6:
            p.put("\t%s[k & %d] += 3;" % (x, t.count - 1))
        elif kind < 7:
            p.put("\tif (k & %d)" % p.number(1, 3), "\t\t%s = %s;" % (x, vector_expression(p, t, names, 1)))
        elif kind < 8:
            p.put("\tfor (int i = 0; i < (k & 3); i++)", "\t\t%s = %s;" % (x, vector_expression(p, t, names, 1)))
        elif kind < 9:
            p.put("\t%s[%d] = %s[%d];" % (x, p.number(0, t.count - 1), p.pick(*names), p.number(0, t.count - 1)))
        else:
            order = ", ".join(str(p.number(0, 2 * t.count - 1)) for _ in range(t.count))
            p.put("\t%s = __builtin_shufflevector(%s, %s, %s);" % (x, p.pick(*names), p.pick(*names), order))
    p.put("\treturn %s;" % p.pick(*names), "}")


def show_function(p, t):
    p.put("", "static void", "show_%s(%s v)" % (t.name, t.name), "{", "\tfor (int i = 0; i < %d; i++) {" % t.count)
    if t.real:
        bits = "unsigned" if t.size == 4 else "u64"
        p.put("\t\t%s x = v[i];" % t.element, "\t\t%s bits;" % bits, "\t\tmemcpy(&bits, &x, sizeof bits);",
              "\t\tadd(x == x ? bits : 7);")
    else:
        p.put("\t\tadd((u64)v[i]);")
    p.put("\t}", "}")


def vector_program(p):
    types = vector_types(p)
    functions = []
    for t in types:
        p.put("", "typedef %s %s __attribute__((vector_size(%d)));" % (t.element, t.name, t.count * t.size),
              "static %s global_%s = %s;" % (t.name, t.name, literal(p, t)[len(t.name) + 2:]),
              "static struct { char c; %s v[2]; short s; } in_%s;" % (t.name, t.name))
        show_function(p, t)
        for _ in range(p.number(1, 3)):
            vector_function(p, t, len(functions))
            functions.append(t)
    p.put("", "int", "main(void)", "{")
    for i, t in enumerate(functions):
        p.put("\tfor (int k = 0; k < 5; k++) {", "\t\tglobal_%s = f%d(global_%s, k, %s);" % (t.name, i, t.name, literal(p, t)),
              "\t\tin_%s.v[k & 1] = global_%s;" % (t.name, t.name),
              "\t\tshow_%s(f%d(in_%s.v[k & 1], k + 1, in_%s.v[0]));" % (t.name, i, t.name, t.name), "\t}")


# ---- inline assembly: what stands first is T800's, then the same in C ----

NARROW = ["int", "unsigned", "short", "unsigned short", "unsigned char", "signed char"]


def asm_objects(p):
    """Places of words: an expression each; locals, globals, elements, fields."""
    return ["l0", "l1", "g0", "g1", "array[i & 3]", "s.w", "*q"]


def asm_statement(p):
    words = asm_objects(p)
    a, b, c, n = p.pick(*words), p.pick(*words), p.pick(*words), p.number(0, 70)
    narrow = p.pick("h", "s.b", "g8")
    op, sign = p.pick(("bsub", "+"), ("xor", "^"), ("and", "&"), ("or", "|"), ("prod", "*"), ("diff", "-"))
    reg = p.pick("r", "g", "rm", "X")
    temp = "t%d" % len(p.lines)
    forms = [
        ('"ldl %%1; ldl %%2; {op}; stl %%0" : "=r"({a}) : "{reg}"({b}), "r"({c})', "{a} = {b} {sign} {c};"),
        ('"ldl %%1; ldc %%2; {op}; stl %%0" : "=r"({a}) : "{reg}"({b}), "i"({n})', "{a} = {b} {sign} {n};"),
        ('"ldl %%0; ldl %%1; {op}; stl %%0" : "+r"({a}) : "{reg}"({b})', "{a} = {a} {sign} {b};"),
        ('"ldl %%0; ldl %%1; {op}; stl %%0" : "+g"({a}) : "r"({b})', "{a} = {a} {sign} {b};"),
        ('"ldl %%0; ldl %%2; {op}; stl %%0" : "=r"({a}) : "0"({b}), "r"({c})', "{a} = {b} {sign} {c};"),
        ('"ldl %%1; ldnl 0; ldl %%2; {op}; stl %%0" : "=r"({a}) : "m"({b}), "r"({c})', "{a} = {b} {sign} {c};"),
        ('"ldl %%1; ldl %%2; {op}; ldl %%0; stnl 0" : "=m"({a}) : "r"({b}), "{reg}"({c}) : "memory"', "{a} = {b} {sign} {c};"),
        ('"ldl %%0; ldnl 0; ldl %%1; {op}; ldl %%0; stnl 0" : "+m"({a}) : "r"({b})', "{a} = {a} {sign} {b};"),
        ('"ldl %%2; stl %%0; ldl %%3; stl %%1" : "=&r"(x), "=&r"(y) : "r"({b}), "r"({c})', "x = {b}; y = {c};"),
        ('"ldl %%1; cj .Ls%%=; ldc %%2; stl %%0; .Ls%%=:" : "+r"({a}) : "r"({b}), "n"({n})', "if ({b}) {a} = {n};"),
        ('"ldl %%1; ldl %%2; {op}; stl %%0" : "=r"({narrow}) : "r"({narrow}), "r"({c})', "{narrow} = {narrow} {sign} {c};"),
        ('"" : "+{reg}"({a}) : : "memory", "cc"', ";"),
        ('"" : "+m"({narrow})', ";"),
    ]
    on_node, in_c = p.pick(*forms)
    values = dict(op=op, sign=sign, a=a, b=b, c=c, n=n, reg=reg, narrow=narrow, temp=temp)
    on_node = on_node.replace("%%", "%").format(**values)
    return "\tON_NODE(asm volatile(%s), %s)" % (on_node, in_c.format(**values))


def asm_function(p, index):
    p.put("", "static __attribute__((noinline)) int", "f%d(int l0, int l1, int i, int *q)" % index, "{",
          "\tint x = i, y = 2, array[4] = {i, 1, l0, 3};", "\t%s h = (%s)l1;" % ((p.pick(*NARROW),) * 2),
          "\tstruct { signed char b; int w; } s = {5, i};", "")
    for _ in range(p.number(2, 9)):
        kind = p.number(0, 9)
        if kind < 7:
            p.put(asm_statement(p))
        elif kind < 8:
            p.put("\tif (%s > %s)" % (p.pick(*asm_objects(p)), p.pick(*asm_objects(p))), "\t\tarray[i & 3] += l0 ^ x;")
        elif kind < 9:
            p.put("\ti += x & 3;", "\tl1 += array[i & 3] - y;")
        else:
            p.put("\tfor (int k = 0; k < %d; k++) {" % p.number(1, 3), "\t" + asm_statement(p), "\t\tl0 += k;", "\t}")
    p.put("\tadd((unsigned)h);", "\tadd((unsigned)(s.b * 3 + s.w));", "\tfor (int k = 0; k < 4; k++)",
          "\t\tadd((unsigned)array[k]);", "\treturn l0 + 3 * l1 + 5 * x + 7 * y + g0 + g1 + g8;", "}")


def asm_program(p):
    p.put("", "#ifdef __transputer__", "#define ON_NODE(assembly, c) assembly;", "#else", "#define ON_NODE(assembly, c) { c }",
          "#endif", "", "static int g0 = 11, g1 = -4;", "static %s g8 = 100;" % p.pick(*NARROW))
    n = p.number(1, 4)
    for i in range(n):
        asm_function(p, i)
    p.put("", "int", "main(void)", "{", "\tint word = 9;", "")
    for i in range(n):
        p.put("\tfor (int i = 0; i < 6; i++)", "\t\tadd((unsigned)f%d(i * 3 - 4, i, i, &word));" % i, "\tadd((unsigned)word);")


KINDS = {"goto": goto_program, "vector": vector_program, "asm": asm_program}


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in KINDS:
        sys.exit("usage: generate.py %s SEED" % "|".join(KINDS))
    p = Program("%s %s" % (sys.argv[1], sys.argv[2]))
    p.put(HEAD.rstrip("\n"))
    KINDS[sys.argv[1]](p)
    sys.stdout.write("\n".join(p.lines) + "\n" + END)


main()
