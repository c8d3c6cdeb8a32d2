#!/bin/bash
# run --break of programs with threads: each thread follows its place in the graph, and the values travel with signals,
# starts and ends; each time the event is evaluated from outside.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
p=programs/patterns
run=("$TRELLIS" run --topo programs/chain4.topo -b "$tmp/build")

# hits EVENT ARGUMENT...: how often it was recognised, not true, and missed
hits() {
	"${run[@]}" --break-hits 1000 --break "$@" 2>&1 | grep -E "^(recognised [0-9]|node |trellis:)"
}
for seed in 1 2; do
	is "two threads report to main, seed $seed" "$(hits '{temperature % 2}@boiler == {open}@boiler' --seed $seed o:$p/boiler.c)" \
		"recognised 5 times, 0 not true; held 5 times, of which 5 were recognised, 0 missed"
done
is "... on two nodes, each with its own event" "$(hits '{temperature % 2}@boiler == {open}@boiler' n0-1:$p/boiler.c)" \
	"recognised 10 times, 0 not true; held 10 times, of which 10 were recognised, 0 missed"
"${run[@]}" --break '{temperature > 3}@boiler == {open}@boiler' o:$p/boiler.c > "$tmp/out" 2>&1
is "it breaks, and tells the variables" "$? $(grep -vE '^(cycles|fingerprint|the run)' "$tmp/out" | sed 's/ (pid .*//')" "1 breakpoint: {temperature > 3}@boiler == {open}@boiler
recognised by node n0, boiler:n0/main
  {(temperature > 3) && (open)}@boiler:n0: node n0, boiler
    temperature = 5
    open = 1"

# Two threads report to main over channels; a barrier, a mutex and joins follow.
cat > "$tmp/gauge.c" <<'END'
#include <sync.h>
#include <stdio.h>
#include <t800.h>
#include <threads.h>
enum { STEPS = 6 };
static Channel report[2] = {NOT_PROCESS, NOT_PROCESS}, go[2] = {NOT_PROCESS, NOT_PROCESS};
static mtx_t lock;
static Barrier end;
volatile int level, valve, sum;
static void count(void) { mtx_lock(&lock); sum++; mtx_unlock(&lock); }
static int measure(void *p)
{
	for (int i = 0; i < STEPS; i++) { level++; count(); channel_out_word(&report[0], i); channel_in_byte(&go[0]); }
	barrier_wait(&end);
	return (int)p;
}
static int turn(void *p)
{
	for (int i = 0; i < STEPS; i++) { valve = !valve; channel_out_word(&report[1], i); channel_in_byte(&go[1]); count(); }
	barrier_wait(&end);
	return (int)p;
}
int main(void)
{
	thrd_t t[2];
	int result[2];
	uint32_t words = 0;
	mtx_init(&lock, mtx_plain);
	barrier_init(&end, 3);
	thrd_create(&t[0], measure, (void *)1);
	thrd_create(&t[1], turn, (void *)2);
	for (int i = 0; i < STEPS; i++) {
		words += channel_in_word(&report[0]) + channel_in_word(&report[1]);
		channel_out_byte(&go[0], 0), channel_out_byte(&go[1], 0);
	}
	barrier_wait(&end);
	thrd_join(t[0], &result[0]), thrd_join(t[1], &result[1]);
	printf("%d %d %d\n", (int)words, sum, result[0] + result[1]);
	return 0;
}
END
sed 's/ count();//; s/^\tbarrier_wait(&end);$//; s/barrier_wait(&end);//' "$tmp/gauge.c" > "$tmp/plain.c"
is "channels" "$(hits '{level % 2}@plain == {valve}@plain' o:"$tmp/plain.c")" \
	"recognised 9 times, 0 not true; held 3 times, of which 3 were recognised, 0 missed"
is "a mutex, too, and a barrier" "$(hits '{level % 2}@gauge' o:"$tmp/gauge.c")" \
	"recognised 9 times, 0 not true; held 3 times, of which 3 were recognised, 0 missed"
is "the program does the same" "$("${run[@]}" --break-only carry --break '{level % 2}@gauge' o:"$tmp/gauge.c" 2> /dev/null)" \
	"$("${run[@]}" o:"$tmp/gauge.c" 2> /dev/null)"
is "no jump while a record is put or taken" "$("$TRELLIS" dis "$tmp/build/boiler.elf" |
	awk '/^ring_(put|take):/ { f = 1; n++ } f && ($1 == "j" || $1 == "lend" || $1 == "cj") { bad++ } /\tret/ { f = 0 } END { print n + 0, bad + 0 }')" "2 0"

# random programs: pairs of variables of different threads
recognised=0
for seed in ${SEEDS:-4 6 15}; do
	python3 tests/detrek/simul/random_threads.py "$seed" > "$tmp/random.c"
	"${build:-build}/trellis-cc" --graph 2 -o "$tmp/random.dcfg" o:"$tmp/random.c" n1:"$tmp/random.c"
	mapfile -t events < <(sed -nE 's/^event ((own[0-3]|d[23]|word|shared)@\S*:n0\S*) .*/\1/p' "$tmp/random.dcfg")
	: > "$tmp/all"
	pairs=0
	for a in "${events[@]}"; do
		for b in "${events[@]}"; do
			[[ $a < $b && ${a#*@} != "${b#*@}" ]] && ((++pairs <= ${PAIRS:-8})) || continue
			hits "{${a%@*} % 2}@${a#*@} == {${b%@*} % 2}@${b#*@}" --seed "$seed" n0-1:"$tmp/random.c" "$seed" |
				sed "s|^|$a $b: |" >> "$tmp/all"
		done
	done
	grep -vE ' 0 not true|no stable point|no process can hear' "$tmp/all" > "$tmp/diff"
	result $((! $?)) "random program $seed: $(grep -c ' 0 not true' "$tmp/all") events"
	recognised=$((recognised + $(sed -nE 's/.*recognised ([0-9]+) times.*/\1/p' "$tmp/all" | paste -sd+ | sed 's/^$/0/') ))
	[ -z "$VERBOSE" ] || cat "$tmp/all"
done
[ -n "$SEEDS" ] || is "random programs recognise some" $((recognised > 0)) 1
# refuses NAME TEXT EVENT FILE...
refuses() {
	local name=$1 text=$2
	expect "$name" 2 "${run[@]}" --break "${@:3}" <<END
trellis: --break: $text
END
}
cat > "$tmp/clone.c" <<'END'
#include <kernel.h>
int x;
static void f(void *p) { x = (int)p; }
int main(void) { x = 1; return kclone(f, 0, 999, 1) < 0; }
END
refuses "kclone" "$tmp/clone.c:4: processes made by kclone are not followed; --break-outside stops there, too" '{x}@clone' o:"$tmp/clone.c"
cat > "$tmp/either.c" <<'END'
#include <kernel.h>
int x, y;
static void f(void *p) { x = (int)p; }
int main(int n, char **v) { (void)v; Thread *t; if (n > 2) { t = thread_start(f, 0, 999, 1); thread_join(t); } else { t = thread_start(f, 0, 999, 1); y = 1; thread_join(t); } }
END
refuses "two starts of a function in branches" "$tmp/either.c:4: starts of a function in branches are not followed; --break-outside stops there, too" \
	'{y}@either' o:"$tmp/either.c"
refuses "ordered events" "{level}@gauge -> {valve}@gauge: concurrent and ordered events of programs with threads are not reported; 'trellis simul' finds them in a recording" \
	'{level}@gauge -> {valve}@gauge' o:"$tmp/gauge.c"
sed 's/STACK, 1)/STACK, 0)/' $p/boiler.c | sed 's|"patterns.h"|"'"$PWD/$p"'/patterns.h"|' > "$tmp/high.c"
is "threads of high priority" "$(hits '{temperature}@high == {open}@high' o:"$tmp/high.c" | sed -n 's/.*stopped: //p')" \
	"--break: threads of high priority are not followed"
echo "1..$n"
