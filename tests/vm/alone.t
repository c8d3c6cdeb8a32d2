#!/bin/bash
# A user function of a recorded run, built for this host with its input: its results are those of the run, and gdb sees
# it, from where its task begins.
. tests/tap.sh
[ -f "${build:-build}/node/alone/libalone.a" ] || { echo "1..0 # SKIP there is no clang, or another processor"; exit; }
command -v gdb > /dev/null || { echo "1..0 # SKIP there is no gdb"; exit; }

# record NAME APPLICATION ARGUMENTS...: in $tmp/NAME, with its records.
record() {
	local name=$1 app=$2
	shift 2
	"$TRELLIS" run --record "$tmp/$name" -b "$tmp" -o "$tmp/out" "$app" "$@" > "$tmp/err" 2>&1
	"$TRELLIS" detrek "$tmp/$name" > "$tmp/table" 2>&1
	"$TRELLIS" export records -o "$tmp/$name" "$tmp/$name"
}

# alone NAME TASK: what the program says when gdb lets it go on.
alone() {
	"$TRELLIS" replay "$tmp/$1" --task "$2" --native --gdb-args '-batch -ex continue' > "$tmp/gdb" 2>&1
	grep '^alone: ' "$tmp/gdb" | sed 's/^alone: //' | uniq
}

same() { # FUNCTION BYTES: what a function that makes one result says
	echo "put_result(): $2 bytes, as in the run
$1() has returned; in the run, it has returned"
}

record queens programs/queens/queens.vms -- 7
# the first task that was not split: its only function is compute_fn (4)
whole=$(awk '$3 == "end" && $4 >= 4 { functions[$5] = functions[$5] $4 } END { for (t = 1; t in functions; t++)
	if (functions[t] == "4") { print t; exit } }' "$tmp/queens.std")
alone queens "$whole" > /dev/null
grep -q 'this host cannot execute it' "$tmp/gdb" && { echo "1..0 # SKIP this host executes no programs of 32 bits"; exit; }
is "queens: compute" "$(alone queens "$whole")" "$(same compute_fn 16)"
is "queens: split" "$(alone queens '1 split')" "put_part(): 24 bytes, as in the run
split_fn() has returned; in the run, it has returned"
is "queens: join" "$(alone queens '1 join')" "$(same join_fn 16)"
is "queens: generator" "$(alone queens '3 generator')" "do_task(): 24 bytes, as in the run
do_task(): the run is not known further: it begins with the next task"
is "the place where its task begins" "$(sed -n 's/^\(data_generator () at\) .*\//\1 /p' "$tmp/gdb")" "data_generator () at generate.c:21"
is "queens: receiver" "$(alone queens '3 receiver')" "get_result(): the run is not known further: it begins with the next task"
record mandel programs/mandel/mandel.vms -- 32 24 20 8
is "mandel: compute" "$(alone mandel 5 | sed 's/[0-9]* bytes/N bytes/')" "$(same compute_fn N)"
record quad programs/quad/quad.vms
is "quad: split" "$(alone quad '1 split' | sed 's/[0-9]* bytes/N bytes/')" "put_part(): N bytes, as in the run
split_fn() has returned; in the run, it has returned"
is "quad: compute" "$(alone quad 2 | sed 's/[0-9]* bytes/N bytes/')" "$(same compute_fn N)"

# Task 49 fails on its node; the last task that was joined (function 6) has a history: its program has measured the
# clock's rate.
record crash programs/simulated/dc.vms
joined=$(awk '$3 == "end" && $4 == 6 { task = $5 } END { print task }' "$tmp/crash.std")
is "simulated: join" "$(alone crash "$joined join" | sed 's/[0-9]* bytes/N bytes/')" "$(same join_fn N)"
"$TRELLIS" replay "$tmp/crash" --task 49.0000 --native --gdb-args '-batch -ex continue -ex up' > "$tmp/gdb" 2>&1
on_node=$(echo continue | "$TRELLIS" replay "$tmp/crash" --task 49.0000 2>&1 | sed -n 's/.* machine_crash () at .*\(machine.c:[0-9]*\)$/\1/p')
is "a crash is at the same line" "$(sed -n 's/.* in machine_crash () at .*\(machine.c:[0-9]*\)$/\1/p' "$tmp/gdb")" "${on_node:-none}"

# Globals with a history, addresses of data and of functions, and a call that is another one than in the run.
mkdir "$tmp/src" && cat > "$tmp/src/app.h" <<'END'
typedef struct Item { struct Item *next; int value; int (*f)(int); } Item;
END
cat > "$tmp/src/app.c" <<'END'
#include <stdlib.h>
#include <trek.h>
#include "app.h"
static Item *items;
static int calls;
static int square(int n) { return n * n + calls; }
static int cube(int n) { return n * n * n - calls; }
void init_master(int argc, char **argv) { (void)argc; (void)argv; }
void data_generator(void) { for (int i = 0; i < 6; i++) do_task(&i, sizeof i); }
void compute_fn(void *task, uint32_t nbytes)
{
	Item *p = malloc(sizeof *p);
	int sum = 0;
	(void)nbytes;
	*p = (Item){items, *(int *)task, calls % 2 ? square : cube};
	items = p;
	calls++;
	for (p = items; p; p = p->next)
		sum += p->f(p->value) + (p->f == cube);
	put_result(&sum, sizeof sum);
}
void result_receiver(void) { int sum; while (get_result(&sum, sizeof sum, NULL) >= 0) continue; }
END
cat > "$tmp/src/app.vms" <<'END'
Specification of VM-based Application
begin
Virtual_Machine
  type = PFVM;
Configuration
  topology = CHAIN;
  total_processors = 2;
Programs
  data_generator = app.c;
  comp_function = app.c;
  result_receive = app.c;
end
END
record app "$tmp/src/app.vms"
rm -r "$tmp/src"
is "lists and functions of the run, without its sources" "$(alone app 5)" "$(same compute_fn 4)"
"$TRELLIS" replay "$tmp/app" --task 5 --native --gdb-args '-batch -ex "set var *(int *)task = 7" -ex "print calls" -ex continue' > "$tmp/gdb" 2>&1
is "another input" "$(grep -E '^.1 = |^alone: put_result' "$tmp/gdb" | sed 's/0x[0-9a-f]*/X/g')" '$1 = 5
alone: put_result(): byte 0 of 4 is X; X in the run'
"$TRELLIS" replay "$tmp/app" --task 5 --native --gdb-args '-batch -ex "jump 20"' > "$tmp/gdb" 2>&1
is "another call" "$(grep -c '^alone: put_result() is called; in the run, malloc: from here on' "$tmp/gdb")" 1

# without_gdb: PATH, each folder that has gdb replaced by one of links to all else there.
without_gdb() {
	local folder path=
	for folder in ${PATH//:/ }; do
		if [ -x "$folder/gdb" ]; then
			mkdir -p "$tmp/bin$folder"
			ln -s "$folder"/* "$tmp/bin$folder"
			rm "$tmp/bin$folder/gdb"
			folder=$tmp/bin$folder
		fi
		path+=${path:+:}$folder
	done
	echo "$path"
}

said=$(PATH=$(without_gdb) "$TRELLIS" replay "$tmp/app" --task 5 --native 2>&1)
status=$?
native=$(sed -n 's|.*started as: gdb \(.*\)/program -x .*|\1|p' <<< "$said")
is "without gdb" "$status $(echo "$said" | tail -1)" \
	"2 trellis: gdb is not installed (Debian: gdb); it would be started as: gdb $native/program -x $native/begin.gdb"
is "its program can be run" "$("$native/program" 2>&1)" "$(same compute_fn 4 | sed 's/^/alone: /')"
is "no task" "$("$TRELLIS" replay "$tmp/app" --native 2>&1; echo $?)" \
	"trellis: --native needs a task, whose function runs on this host: add --task TASK
2"
echo "1..$n"
