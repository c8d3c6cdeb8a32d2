# random_threads.py SEED - a program of threads for two nodes: in each round the threads change variables, lock, signal,
# exchange words over channels and messages, and most meet main, which lets them go.
import random, sys

r = random.Random(int(sys.argv[1]))
THREADS = r.randint(2, 3)
LOOPED = r.random() < 0.3 # all threads are started by one call, in a loop
depth = 0

def change(me):
    return r.choice(["own[%d]++;" % me, "own%d++;" % me, "own%d = seed();" % me, "shared++;", "set(&own%d);" % me if me < 2 else "d%d++;" % me])

def statement(me, indent):
    global depth
    kind = r.randint(0, 9)
    if kind <= 3:
        return indent + change(me) + "\n"
    if kind == 4:
        return "%ssem_signal(&s[%d]);\n" % (indent, r.randint(0, 2))
    if kind == 5:
        return "%sif (sem_try(&s[%d]) == 0)\n%s\t%s\n" % (indent, r.randint(0, 2), indent, change(me))
    if kind == 6:
        return "%ssem_wait(&lock);\n%s%s\n%ssem_signal(&lock);\n" % (indent, indent, change(me), indent)
    if kind == 7:
        return r.choice(["%ssend(1 - getnodeid(), %d);\n", "%shear(%d);\n"]).replace("%d", str(r.randint(1, 2))) % indent
    if kind == 8:
        return "%sspend();\n" % indent
    if depth == 2:
        return ""
    depth += 1
    text = r.choice(["%sfor (int i%d = 0; i%d < 2; i%d++) {\n" % (indent, depth, depth, depth), "%sif (seed() %% 2) {\n" % indent]) \
        + block(me, indent + "\t") + indent + "}\n"
    depth -= 1
    return text

def block(me, indent):
    return "".join(statement(me, indent) for _ in range(r.randint(1, 3)))

def thread(k):
    parts = [block(k, "\t\t"), "\t\tsem_signal(&ready[%d]);\n" % k, block(k, "\t\t") if r.random() < 0.3 else "",
        "\t\tsem_wait(&go[%d]);\n" % k, block(k, "\t\t") if r.random() < 0.5 else ""]
    if k == 0 and channel:
        parts.insert(r.choice([0, 3, 5]), "\t\tchannel_out_word(&c[0], %s);\n" % r.choice(["own0", "3"]))
    if k == 1 and channel:
        parts.insert(r.choice([0, 3, 5]), "\t\tword = channel_in_word(&c[0]);\n")
    return "static void\nworker%d(void *p)\n{\n\t(void)p;\n\tfor (int i = 0; i < ROUNDS; i++) {\n%s\t}\n}\n" % (k, "".join(parts))

def main():
    start = "".join("\tt[%d] = thread_start(worker%d, (void *)%d, 1000, 1);\n" % (k, k, k) for k in range(THREADS))
    if LOOPED:
        start = "\tfor (int k = 0; k < %d; k++)\n\t\tt[k] = thread_start(each, (void *)k, 1000, 1);\n" % THREADS
    wait = "".join("\t\tsem_wait(&ready[%d]);\n" % k for k in range(THREADS))
    go = "".join("\t\tsem_signal(&go[%d]);\n" % k for k in r.sample(range(THREADS), THREADS))
    join = "".join("\tthread_join(t[%d]);\n" % k for k in range(THREADS))
    between = block(3, "\t\t") if r.random() < 0.5 else ""
    return start + "\tfor (int i = 0; i < ROUNDS; i++) {\n" + block(3, "\t\t") + wait + between + go + "\t}\n" \
        + block(3, "\t") + join + block(3, "\t")

channel = r.random() < 0.5
print("""#include <stdlib.h>
#include <kernel.h>
#include <t800.h>
#define ROUNDS 6
Semaphore s[3] = {{.count = %d}, {.count = %d}}, lock = {.count = 1}, ready[3], go[3];
Channel c[2] = {NOT_PROCESS, NOT_PROCESS};
volatile int32_t own[4], own0, own1, own2, own3, d2, d3, shared, word;
static volatile uint32_t state;
static uint32_t
seed(void)
{
	state = state * 1664525 + 1013904223;
	return state >> 16;
}
static void
spend(void)
{
	for (volatile uint32_t i = seed() %% 2000; i > 0; i--)
		;
}
static void
send(uint32_t node, int32_t event)
{
	Nmsg m = {.nh_node = node, .nh_event = event};

	nsend(&m);
}
static void
hear(int32_t event)
{
	Nmsg m = {.nh_event = event};

	nrecv_until(&m, getclock() + 1000);
}
static void
set(volatile int32_t *p)
{
	*p = *p + 1;
}
""" % (r.randint(0, 2), r.randint(0, 1)))
for k in range(THREADS):
    print(thread(k))
if LOOPED:
    print("static void\neach(void *p)\n{\n\tswitch ((int)p) {\n" + "".join("\tcase %d: worker%d(p); break;\n" % (k, k)
        for k in range(THREADS)) + "\t}\n}\n")
print("int\nmain(int argc, char **argv)\n{\n\tThread *t[3];\n\n\tstate = atoi(argv[argc - 1]) * 7 + getnodeid();\n%s\treturn 0;\n}" % main())
