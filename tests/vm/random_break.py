# random_break.py SEED - a program for four nodes that ask, answer, relay and meet at barriers in random order, and change
# variables in between. All nodes take the same steps in the same order, so that it ends.
import random, sys

r = random.Random(int(sys.argv[1]))
NAMES = ["a", "b", "c", "d"]

def change(indent):
    return "".join(r.choice(["%s%s = seed() %% 4;\n", "%sif (seed() %% 2) %s++;\n", "%sset(&%s);\n",
        "%sspend(seed() %% 4); %s ^= 1;\n"]) % (indent, r.choice(NAMES)) for _ in range(r.randint(0, 3)))

def role(node, text):
    return "\t\tif (me == %d) {\n%s\t\t}\n" % (node, text)

def send(node, event):
    return "\t\t\tsend_word(%d, %d, a);\n" % (node, event)

def hear(event):
    return "\t\t\treceive_word(%d, NULL);\n" % event

def event(i, j):
    return r.choice([1, 2, 10 + 4 * i + j])

def ask():
    i, j = r.sample(range(4), 2)
    e, f = event(i, j), 40 + i
    return role(i, change("\t\t\t") + send(j, e) + r.choice(["", change("\t\t\t")]) + hear(f)) + \
        role(j, hear(e) + change("\t\t\t") + send(i, f) + change("\t\t\t"))

def relay():
    i, j, k = r.sample(range(4), 3)
    e, f, g = event(i, j), event(j, k), 50 + i
    return role(i, change("\t\t\t") + send(j, e) + hear(g)) + role(j, hear(e) + change("\t\t\t") + send(k, f)) + \
        role(k, hear(f) + change("\t\t\t") + send(i, g))

def barrier():
    k, n = r.randint(0, 3), r.randint(2, 3)
    others = r.sample([i for i in range(4) if i != k], n)
    es = {i: event(i, k) for i in others}
    return "".join(role(i, change("\t\t\t") + send(k, es[i]) + r.choice(["", change("\t\t\t")]) + hear(60)) for i in others) + \
        role(k, "".join(hear(es[i]) for i in others) + change("\t\t\t") + "".join(send(i, 60) for i in others))

def one_way():
    i, j = r.sample(range(4), 2)
    e = event(i, j)
    return role(i, change("\t\t\t") + send(j, e)) + role(j, hear(e) + change("\t\t\t"))

body = "".join(r.choice([ask, ask, relay, barrier, barrier, one_way])() for _ in range(r.randint(2, 4)))
print("""#include <stdlib.h>
#include "%s"
volatile int32_t a, b, c, d;
static uint32_t state;
static uint32_t
seed(void)
{
	state = state * 1664525 + 1013904223;
	return state >> 16;
}
static void
set(volatile int32_t *p)
{
	*p = *p + 1;
}
int
main(int argc, char **argv)
{
	uint32_t me = getnodeid();

	state = atoi(argv[argc - 1]) * 7 + me;
	for (int round = 0; round < %d; round++) {
%s	}
	return 0;
}""" % (sys.argv[2], 12, body.replace("%%", "%")))
