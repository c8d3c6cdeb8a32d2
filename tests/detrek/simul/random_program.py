# random_program.py SEED - a program of random messages, loops, branches, functions and changes of variables, for four
# nodes. A receive waits at most 3 ms, so that it ends.
import random, sys

r = random.Random(int(sys.argv[1]))
NAMES = ["a", "b", "c", "d"]
depth = loops = 0

def peer():
    return r.choice(["(me + 1) % getnnodes()", "(me + %d) %% 4" % r.randint(1, 3), "3 - me", "from", "from ^ 1",
        "me == 0 ? 1 : 0", "table[me]", "i%d" % r.randint(1, loops) if loops else "(me ^ 2)", "seed()"]) # modulo 4

def event():
    return r.choice(["1", "1", "2", "3 + me % 2", "1 + seed() % 3"])

def condition():
    return r.choice(["me == %d" % r.randint(0, 3), "me %% 2 == %d" % r.randint(0, 1), "seed() % 3 == 0", "from == me + 1",
        "a > b", "from & 1", "getnnodes() > %d" % r.randint(2, 5)])

def statement(indent):
    global depth, loops
    kind = r.randint(0, 11)
    if kind <= 2:
        return "%ssend(%s, %s);\n" % (indent, peer(), event())
    if kind <= 4:
        return "%sfrom = hear(%s, from);\n" % (indent, event())
    if kind == 5:
        return "%s%s = seed();\n" % (indent, r.choice(NAMES))
    if kind == 6:
        return "%sset(&%s);\n" % (indent, r.choice(NAMES[:2]))
    if kind == 7:
        return "%srecurse(%s, seed() %% 3);\n" % (indent, peer())
    if depth == 3:
        return "%sd++;\n" % indent
    depth += 1
    if kind == 8:
        loops += 1
        text = "%sfor (uint32_t i%d = 0; i%d < %s; i%d++) {\n%s%s}\n" % (indent, loops, loops,
            r.choice(["2", "3", "4", "getnnodes()", "seed() % 4"]), loops, block(indent + "\t"), indent)
        loops -= 1
    elif kind == 9:
        text = "%sswitch (%s) {\n%scase 0:\n%s%scase 1:\n%s%s\tbreak;\n%sdefault:\n%s%s}\n" % (indent,
            r.choice(["me", "from", "seed() % 4"]), indent, block(indent + "\t"), indent, block(indent + "\t"), indent,
            indent, block(indent + "\t"), indent)
    else:
        text = "%sif (%s) {\n%s%s} else {\n%s%s}\n" % (indent, condition(), block(indent + "\t"), indent,
            block(indent + "\t"), indent)
    depth -= 1
    return text

def block(indent):
    return "".join(statement(indent) for _ in range(r.randint(1, 3)))

print("""#include <stdlib.h>
#include <kernel.h>
volatile int32_t a, b, c, d;
static uint32_t state, table[4] = {%s};
static uint32_t
seed(void)
{
	state = state * 1664525 + 1013904223;
	return state >> 16;
}
static void
send(uint32_t node, int32_t event)
{
	Nmsg m = {.nh_node = node %% 4, .nh_event = event, .nh_type = %s};

	nsend(&m);
}
static uint32_t
hear(int32_t event, uint32_t last)
{
	Nmsg m = {.nh_event = event, .nh_type = %s};

	return nrecv_until(&m, getclock() + 3000) < 0 ? last : m.nh_node;
}
static void
set(volatile int32_t *p)
{
	*p = *p + 1;
}
static void
recurse(uint32_t node, uint32_t n)
{
	if (n == 0)
		return;
	c++;
	recurse(node, n - 1);
	send(node, 1);
}
int
main(int argc, char **argv)
{
	uint32_t me = getnodeid(), from = me;

	state = atoi(argv[argc - 1]) * 7 + me;
%s	return from > 9;
}""" % (", ".join(str(r.randint(0, 3)) for _ in range(4)), r.choice(["0", "0", "1 << node % 2"]),
    r.choice(["0", "0", "1", "3"]), "".join(statement("\t") for _ in range(8))))
