#!/bin/bash
# trellis cc --graph of programs with threads, semaphores and channels: recorded runs are in the graphs, the values of
# sure points last, and what is not known is refused.
. tests/tap.sh
here=tests/detrek/simul programs=programs/patterns
cc=${build:-build}/trellis-cc graphs=${build:-build}/$here/graphs
[ -x "$cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# record NAME NODES SOURCE SEED: a recorded run in $tmp/run, and its graph in $tmp/NAME.dcfg
record() {
	"$cc" --kernel -O0 -g -o "$tmp/$1.elf" "$3"
	"$cc" -I$programs --graph "$2" -o "$tmp/$1.dcfg" "$3"
	printf 'spread\nloadgo -s %s n0-%d %s -- %d\n' "$tmp" $(($2 - 1)) "$1" "$4" |
		"$TRELLIS" shell --seed "$4" --record "$tmp/run" programs/chain4.topo > "$tmp/out" 2>&1
}
# follow NAME: the run is in the graph, and the values of the queries' points last
follow() {
	"$graphs" "$tmp/run" "$tmp/$1.dcfg" "${@:2}" > "$tmp/diff" 2>&1
	result $? "$1: $(sed -n 's/^# //p' "$tmp/diff" | paste -sd, | sed 's/,/, /g')"
	recognised=$((recognised + $(sed -n 's/^# \([0-9]*\) recognised/\1/p' "$tmp/diff" | paste -sd+ | sed 's/^$/0/') ))
}
# sure NAME PLACE: up to 12 queries of two variables of node 0 that have sure points there
sure() {
	local a b queries=()
	mapfile -t events < <(sed -nE 's/^event ((own[0-3]|d[23]|word|shared)@\S*:n0\S*) .*/\1/p' "$tmp/$1.dcfg")
	for a in "${events[@]}"; do
		for b in "${events[@]}"; do
			[[ $a < $b && ${a#*@} != "${b#*@}" ]] && queries+=("--query=$a $b at $2")
		done
	done
	[ ${#queries[@]} = 0 ] || "$TRELLIS" simul --sure --summary "${queries[@]:0:12}" "$tmp/$1.dcfg" |
		sed -nE 's/^points (.*) g?dep: .+/\1/p' | sort -u
}
recognised=0
for seed in ${SEEDS:-1 3 4 15}; do
	python3 $here/random_threads.py "$seed" > "$tmp/random$seed.c"
	record "random$seed" 2 "$tmp/random$seed.c" "$seed"
	mapfile -t queries < <(sure "random$seed" "random$seed:n0/main")
	follow "random$seed" "${queries[@]}"
done
[ -n "$SEEDS" ] || is "random programs recognise some" $((recognised > 0)) 1

# Two threads report to main; and a chain of threads, joined by channels.
recognised=0
record boiler 1 $programs/boiler.c 1
follow boiler 'temperature@boiler:n0/heat open@boiler:n0/let_off at boiler:n0/main'
is "both are odd in each second step" $recognised 5
cat > "$tmp/relay.c" <<'END'
#include <t800.h>
#include <threads.h>
enum { WORDS = 8 };
static Channel in = NOT_PROCESS, out = NOT_PROCESS;
static mtx_t lock;
volatile int made, passed, shared, printed;
static void count(void) { mtx_lock(&lock); shared++; mtx_unlock(&lock); }
static int make(void *p) { for (int i = 0; i < WORDS; i++) { count(); made++; channel_out_word(&in, i); } return (int)p; }
static int pass(void *p) { for (int i = 0; i < WORDS; i++) { uint32_t w = channel_in_word(&in); passed++; channel_out_word(&out, w); } return (int)p; }
int main(void)
{
	thrd_t t[2];
	int result;
	mtx_init(&lock, mtx_plain);
	thrd_create(&t[0], make, 0);
	thrd_create(&t[1], pass, 0);
	for (int i = 0; i < WORDS; i++) { channel_in_word(&out); printed++; count(); }
	for (int i = 0; i < 2; i++) thrd_join(t[i], &result);
	return result;
}
END
record relay 1 "$tmp/relay.c" 2
follow relay 'made@relay:n0/make printed@relay:n0/main at relay:n0/main'
sed -E '/^node relay:n0.make.R/s/answer.in/answer\/out/' "$tmp/relay.dcfg" > "$tmp/wrong.dcfg"
is "an answer is left out" "$("$graphs" "$tmp/run" "$tmp/wrong.dcfg" 2>&1 | grep -c 'FAILED  . 1 test')" 1
sed -E 's/^(event made@[^ ]* [^ ]* changes).*/\1/' "$tmp/relay.dcfg" > "$tmp/wrong.dcfg"
is "a change is left out" "$("$graphs" "$tmp/run" "$tmp/wrong.dcfg" 2>&1 | grep -c 'FAILED  . 1 test')" 1

# points GRAPH QUERY: its sure points
points() {
	"$TRELLIS" simul --sure --summary --query="$2" "$tmp/$1.dcfg" | sed -nE 's/^points .* at [^ ]* (dep|gdep): (.)/\1 \2/p' |
		sed "s/$1:n0.main.//g"
}
is "two threads: from the second report until the first may continue" \
	"$(points boiler '{temperature > 3}@boiler == {open}@boiler at boiler:n0/main')" "gdep R48 C48"
is "a thread by name" "$(points boiler '{temperature > 3}@n0/heat == {open}@boiler:n0/let_off at n0/main')" "gdep R48 C48"
is "whose variables are events" "$(sed -nE 's/^event (\S+) .*/\1/p' "$tmp/relay.dcfg" | sort | tr '\n' ' ')" \
	"made@relay:n0/make passed@relay:n0/pass printed@relay:n0/main "
expect "a variable of several threads" 2 "$TRELLIS" simul --query='{shared}@relay' "$tmp/relay.dcfg" <<'END'
trellis: --query: {shared}@relay: no thread there has all its variables; each must be global or static, not a pointer or an enumerator, and local to the same thread: no other thread may change it after that one has been started, and the thread must be joined before main ends
END

# What is local: main changes `early` before the start only, `late` after it, too; nobody joins `left`.
cat > "$tmp/local.c" <<'END'
#include <kernel.h>
#include <sync.h>
int early, late, alone, of_left, of_clone, mine, inner;
static Semaphore two, counted = {.count = 2};
static Lock lock;
static void deep(void *p) { (void)p; inner++; sem_signal(&two); }
static void work(void *p) { Thread *t = thread_start(deep, p, 999, 1); early++; late++; alone += (int)p; sem_signal(&two); thread_join(t); }
static void left(void *p) { (void)p; of_left++; lock_acquire(&lock); sem_wait(&counted); lock_release(&lock); }
static void clone(void *p) { (void)p; of_clone++; mine++; }
int main(void)
{
	early = late = mine = 1;
	sem_init(&two, 1);
	lock_init(&lock);
	Thread *t = thread_start(work, (void *)3, 999, 1);
	thread_start(left, 0, 999, 1);
	kclone(clone, 0, 4096, 1);
	late = 2;
	for (int i = 0; i < 3; i++)
		sem_wait(&two);
	sem_wait(&counted);
	thread_join(t);
	return 0;
}
END
"$cc" --graph 1 -o "$tmp/local.dcfg" "$tmp/local.c"
is "whose variables are local" "$(sed -nE 's/^event ([a-z_]*)@(\S+) .*changes .+/\1 \2/p' "$tmp/local.dcfg" | sed 's/local:n0.//' | sort)" \
"alone work
early work
inner deep
mine clone
mine main
of_clone clone"
is "a semaphore's first signals are main's" "$(sed -nE 's|^node local:n0/main/S[0-9.]* send local:n0/left on ([a-z]*/[a-z]*) .*|\1|p' "$tmp/local.dcfg"
	sed -nE 's|^node local:n0/main/S[0-9.]* send local:n0/left on ([a-z]*/[a-z]*)$|\1|p' "$tmp/local.dcfg")" "semaphore/lock
start/left
semaphore/counted
semaphore/counted"
cat > "$tmp/many.c" <<'END'
#include <kernel.h>
static Semaphore done;
static int sum;
static void add(void *p) { sum += (int)p; sem_signal(&done); }
int main(void)
{
	Thread *t[3];
	for (int i = 0; i < 3; i++) t[i] = thread_start(add, (void *)i, 999, 1);
	for (int i = 0; i < 3; i++) sem_wait(&done);
	for (int i = 0; i < 3; i++) thread_join(t[i]);
	return sum;
}
END
record many 1 "$tmp/many.c" 1
follow many
is "a loop of three rounds starts three threads" "$(sed -n 's/^process many:n0.//p' "$tmp/many.dcfg" | tr '\n' ' ')" \
	"main add add.2 add.3 "

# refuses NAME LINE TEXT: a program of one line is refused there
refuses() {
	printf '#include <kernel.h>\n#include <t800.h>\n#include <threads.h>\n#include <stdlib.h>\n%s\n' "$2" > "$tmp/no.c"
	expect "$1" 2 "$cc" --graph 1 "$tmp/no.c" <<END
$tmp/no.c:5: the graph of $3
END
}
f='static void f(void *p) { (void)p; }'
refuses "an unknown function" "void (*g)(void *); int main(void) { thread_start(g, 0, 999, 1); }" \
	"a program that starts a thread in a function that is not known is not supported: name the function, of one argument, in the call"
refuses "a start in a loop" "$f int main(int n, char **v) { (void)v; while (n--) thread_start(f, 0, 999, 1); }" \
	"a program that starts a thread in a loop or a function called again is not supported, unless the number of rounds is a constant"
refuses "an unknown thread" "$f Thread *t; int main(void) { t = thread_start(f, 0, 999, 1); thread_join(t); }" \
	"a program that joins a thread that is not known is not supported: keep what starts it has returned in a local variable"
refuses "an unknown semaphore" "Semaphore s[9]; int main(int n, char **v) { (void)v; sem_wait(&s[n]); }" \
	"a program with a semaphore that is not known is not supported: it must be a global or static variable, or part of one, and its index constant"
refuses "a link" "int main(void) { __t800_outword((Channel *)0x80000000u, 1); }" \
	"a program with a channel that is not known is not supported: it must be a global or static variable, or part of one, and its index constant"
refuses "a large count" "Semaphore s = {.count = 9}; int main(void) { sem_wait(&s); sem_signal(&s); }" \
	"a program with a semaphore whose count is 9 is not supported: 0 to 4 at the beginning"
refuses "an unknown count" "Semaphore s; int main(int n, char **v) { (void)v; sem_init(&s, n); sem_wait(&s); }" \
	"a program with a semaphore whose count is not a constant from 0 to 4 at the beginning is not supported"
refuses "a store into a semaphore" "struct { Semaphore s; int n; } a[3]; int main(int n, char **v) { (void)v; sem_wait(&a[1].s); a[n].s.count = 1; }" \
	"a program that stores into a semaphore is not supported: sem_init sets its count"
refuses "a recursive mutex" "mtx_t m; int main(void) { mtx_init(&m, mtx_recursive); }" \
	"a program with a recursive mutex is not supported"
refuses "an exit in a thread" "static void g(void *p) { exit((int)p); } int main(void) { thread_join(thread_start(g, 0, 999, 1)); }" \
	"a program whose thread calls exit is not supported: a thread ends where its function returns"
refuses "a semaphore after kclone" "Semaphore s; static void g(void *p) { (void)p; sem_wait(&s); } int main(void) { kclone(g, 0, 999, 1); }" \
	"a process made by kclone that uses a semaphore is not supported: its state is a copy of the parent's"
refuses "a process of its own" "Channel c; $f static uint32_t w[99]; int main(void) { process_start(f, 0, w, sizeof w, 1, &c); }" \
	"a program that calls process_start is not supported: flows of control begin with main, thread_start, thrd_create and kclone; messages are those of nsend, tsend and ksend"
echo "1..$n"
