#!/usr/bin/env python3
"""drawn.py TRELLIS SEED: draws a C program, runs it on the host with each access noted by its
address, and checks that `trellis db` names all of them: at which line, and in which calls."""
import os
import random
import re
import subprocess
import sys
import tempfile

NOTES = r"""
#ifdef NOTE
#include <stdio.h>
#include <stdlib.h>
static struct { const char *name; const char *at; unsigned long n; } object[64];
static int nobjects, depth;
static const char *stack[256];
static void object_is(const char *name, const void *at, unsigned long n)
{
	object[nobjects].name = name;
	object[nobjects].at = at;
	object[nobjects++].n = n;
}
static void *note(const void *p, int line, char how)
{
	const char *at = p;
	for (int i = 0; i < nobjects; i++)
		if (at >= object[i].at && at < object[i].at + object[i].n) {
			printf("%c %s %d", how, object[i].name, line);
			for (int k = 0; k < depth; k++)
				printf(" %s", stack[k]);
			puts("");
		}
	return (void *)p;
}
#define R(x) (*(__typeof__(x) *)note(&(x), __LINE__, 'r'))
#define W(x) (*(__typeof__(x) *)note(&(x), __LINE__, 'w'))
#define BEGIN(f) (stack[depth++] = #f)
#define END depth--
#define IS(x) object_is(#x, &x, sizeof x)
#else
#define R(x) (x)
#define W(x) (x)
#define BEGIN(f) (void)0
#define END (void)0
#define IS(x) (void)0
#endif
"""

INTS = ["g0", "g1", "g2", "g3"]
POINTERS = ["p0", "p1", "p2"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.functions = self.random.randint(3, 8)
        self.lines = []

    def any(self, *of):
        return self.random.choice(of)

    def integer(self):
        """an lvalue of type int"""
        return self.any(self.any(*INTS), "a0[%d]" % self.random.randrange(4), "s0.v", "s1.v",
                        "*R(%s)" % self.pointer(), "*R(%s)" % self.pointer(),
                        "R(%s)->v" % self.link())

    def pointer(self):
        """an lvalue of type int *"""
        return self.any(*POINTERS, "s0.p", "s1.p", "R(%s)->p" % self.link(), "*R(q0)", "x")

    def link(self):
        """an lvalue of type struct s *"""
        return self.any("l0", "l1", "s0.next", "s1.next")

    def address(self):
        return self.any(*["&" + g for g in INTS], "a0 + %d" % self.random.randrange(4), "&s0.v",
                        "R(%s)" % self.pointer(), "R(%s)" % self.pointer(), "x")

    def value(self):
        return self.any(str(self.random.randrange(9)), "R(%s)" % self.integer(),
                        "(R(%s) + R(%s)) %% 1000" % (self.integer(), self.integer()))

    def call(self):
        f = self.random.randrange(self.functions)
        name = self.any("f%d" % f, "f%d" % f, "R(h[%d])" % self.random.randrange(2))
        return "%s(%s, d - 1);" % (name, self.address())

    def statement(self):
        return self.any(
            "W(%s) = %s;" % (self.integer(), self.value()),
            "W(%s) = %s;" % (self.integer(), self.value()),
            "W(%s) = %s;" % (self.pointer(), self.address()),
            "W(q0) = &%s;" % self.any(*POINTERS, "s0.p"),
            "W(%s) = %s;" % (self.link(), self.any("&s0", "&s1", "R(%s)" % self.link())),
            "W(h[%d]) = f%d;" % (self.random.randrange(2), self.random.randrange(self.functions)),
            "if (R(%s) %% 2)" % self.integer(),
            self.call(), self.call())

    def function(self, i):
        self.lines += ["static void f%d(int *x, int d)" % i, "{", "BEGIN(f%d);" % i, "if (d > 0) {"]
        self.lines += [self.statement() for _ in range(self.random.randint(3, 9))]
        self.lines += [";", "}", "END;", "(void)x;", "}"]

    def text(self):
        self.lines = NOTES.strip("\n").split("\n")
        self.lines += ["int g0, g1;", "static int g2 = 2, g3;", "static int a0[4];",
                       "static struct s { int v, *p; struct s *next; } s0, s1;",
                       "static int *p0 = &g0, *p1 = &g3, *p2 = a0, **q0 = &p0;",
                       "static struct s *l0 = &s0, *l1 = &s1;"]
        self.lines += ["static void f%d(int *x, int d);" % i for i in range(self.functions)]
        self.lines += ["static void (*h[2])(int *x, int d) = {f0, f%d};" % (self.functions - 1)]
        for i in range(self.functions):
            self.function(i)
        names = INTS + POINTERS + ["a0", "s0", "s1", "q0", "l0", "l1", "h"]
        self.lines += ["int main(void)", "{", "int *x = &g1;",
                       "s0.p = &g0, s1.p = &g2, s0.next = &s1, s1.next = &s0;"]
        self.lines += ["IS(%s);" % name for name in names]
        self.lines += ["f%d(x, 4);" % i for i in range(self.functions)] + ["return 0;", "}"]
        return "\n".join(self.lines) + "\n"


def observed(directory, source):
    """the accesses of a run: sets of (how, variable, line) and (how, variable, function)"""
    program = os.path.join(directory, "native")
    subprocess.run(["gcc", "-w", "-DNOTE", "-o", program, source], check=True)
    lines, functions = set(), set()
    for row in subprocess.run([program], capture_output=True, text=True, check=True,
                              timeout=600).stdout.splitlines():
        how, variable, line, *stack = row.split()
        lines.add((how, variable, int(line)))
        for f in stack:
            functions.add((how, variable, f))
    return lines, functions


def answer(trellis, question, source):
    return subprocess.run([trellis, "db", question, "*", source, "--", "-nostdlib"], check=True,
                          capture_output=True, text=True).stdout.splitlines()


def named_lines(trellis, source):
    found = set()
    for how, question in (("r", "uses"), ("w", "defs")):
        variable = None
        for row in answer(trellis, question, source):
            if not row.startswith("\t"):
                variable = row.split(",")[0]
            elif row != "\tnowhere":
                found.add((how, variable, int(re.search(r":(\d+) in ", row).group(1))))
    return found


def named_functions(trellis, source):
    found = set()
    for how, question in (("r", "ref"), ("w", "mod")):
        function = None
        for row in answer(trellis, question, source):
            if row.startswith("\t"):
                found.add((how, row[1:].split(",")[0], function))
            else:
                function = row.split()[0]
    return found


def main():
    trellis, seed = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "random.c")
        with open(source, "w", encoding="ascii") as f:
            f.write(Program(seed).text())
        lines, functions = observed(directory, source)
        named, called = named_lines(trellis, source), named_functions(trellis, source)
        for access in sorted(lines - named):
            print("seed %d: not named: %s %s at line %d" % (seed, *access))
        for access in sorted(functions - called):
            print("seed %d: not named: %s %s in %s" % (seed, *access))
        print("%d of %d accesses at lines, %d of %d in calls happened" % (
            len(lines), len(named), len(functions), len(called)))
        return 1 if lines - named or functions - called else 0


if __name__ == "__main__":
    sys.exit(main())
