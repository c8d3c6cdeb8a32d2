#!/bin/bash
# What the user gets wrong before anything runs: each message says what, where, and what would do; exit status 2.
. tests/tap.sh
good=(
	'#include <trek.h>'
	'void init_master(int argc, char **argv) { (void)argc; (void)argv; }'
	'void data_generator(void) { do_task("abc", 4); }'
	'void result_receiver(void) { char s[4]; while (get_result(s, 4, 0) >= 0) ; }'
	'void compute_fn(void *task, uint32_t n) { put_result(task, n); }'
)
printf '%s\n' "${good[@]}" > "$tmp/app.c"
printf '%s\n' "${good[@]:0:4}" > "$tmp/farm.c"
printf '%s\n' "${good[0]}" 'void compute_fn(void *task, uint32_t n)' '{' '	int i = ;' '	put_result(task, n);' '}' > "$tmp/syntax.c"
printf '%s\n' "${good[0]}" 'int far_away(void);' 'void compute_fn(void *t, uint32_t n) { far_away(); put_result(t, n); }' > "$tmp/undefined.c"
printf '%s\n' "${good[0]}" 'static char room[5000000];' 'void compute_fn(void *t, uint32_t n) { room[n] = 1; put_result(room, n); }' > "$tmp/large.c"
printf '%s\n' "${good[0]}" 'void compute_fn(void *t, uint32_t n) { int spare; put_result(t, n); }' > "$tmp/warned.c"
printf '1 0\n2 1\n3 7\n' > "$tmp/odd.tree"
printf '1 0\n2 3\n3 2\n' > "$tmp/ring.tree"
cat > "$tmp/good.vms" <<'END'
Specification of VM-based Application
begin
Virtual_Machine
  type = PFVM;
Configuration
  topology = CHAIN;
  total_processors = 4;
Programs
  data_generator = app.c;
  comp_function = app.c;
  result_receive = app.c;
end
END

# app NAME STATUS EDIT OPTIONS...: good.vms, edited, is run; standard input is what is said, without paths and what
# differs from run to run.
app() {
	local name=$1 status=$2
	sed "$3" "$tmp/good.vms" > "$tmp/app.vms"
	shift 3
	expect "$name" "$status" said "$@"
}
said() {
	"$TRELLIS" run -b "$tmp/build" "$@" "$tmp/app.vms" > "$tmp/said" 2>&1
	local status=$?
	sed -E "s|$tmp/||g; s|$PWD/||g; /s simulated in/d; /^fingerprint/d; /^note: use/d; /^Execution time/,/^Task Dist/d
		s/[0-9]+ bytes of code, ([0-9]+)[0-9]{5} of data/CODE, \1..... of data/; s/[0-9]+ bytes of code, [0-9]+ of data/CODE, DATA/" "$tmp/said"
	return $status
}

app "an unknown key" 2 's/topology/topologie/' <<'END'
app.vms:6: unknown key 'topologie'; the section Configuration has topology, total_tasks, total_processors, granularity, total_buffers, stack, nodes
END
app "no tasks announced" 2 's/total_processors/total_tasks = 0; &/' <<'END'
app.vms:7: total_tasks = '0': expected a number from 1 to 16777216
END
app "a function is missing" 2 's/comp_function = app.c/comp_function = farm.c/' <<'END'
app.vms:10: farm.c does not define compute_fn()
END
sed -i '/^void init_master/d' "$tmp/farm.c"
app "init_master is missing" 2 's/\(generator\|receive\) = app.c/\1 = farm.c/' <<'END'
app.vms:9: farm.c does not define init_master()
END
app "a file is missing" 2 's/comp_function = app.c/comp_function = compute.c/' <<'END'
app.vms:10: cannot find the C file compute.c: No such file or directory
END
app "only checked: a file is missing" 2 's/comp_function = app.c/comp_function = compute.c/' --check <<'END'
app.vms:10: cannot find the C file compute.c: No such file or directory
END
app "only checked: C that does not compile" 0 's/comp_function = app.c/comp_function = syntax.c/' --check < /dev/null
app "C that does not compile: clang's message and ours" 2 's/comp_function = app.c/comp_function = syntax.c/' <<'END'
syntax.c:4:10: error: expected expression
        int i = ;
                ^
1 error generated.
app.vms:10: syntax.c does not compile
END
app "an option that clang does not know" 2 's/end/compile_options = "-std=c77"; &/' <<'END'
error: invalid value 'c77' in '-std=c77'
app.vms:9: app.c does not compile
END
app "something not defined" 2 's/comp_function = app.c/comp_function = undefined.c/' <<'END'
undefined.c:3: far_away is not defined; add the file or library that has it
trellis: 1 mistake; nothing was written
app.vms: the program slave cannot be linked
END
app "too large for a node" 2 's/comp_function = app.c/comp_function = large.c/' <<'END'
trellis: node n1: slave was not started: no memory left on the node; it has CODE, 50..... of data, 16384 of stack, and the node has 4096 KB; smaller arrays would do, or a node with more (mem=)
END
app "a stack too large for a node" 2 's/topology/stack = 1000000; nodes = "mem=512K"; &/' <<'END'
trellis: node n1: slave was not started: no memory left on the node; it has CODE, DATA, 1000000 of stack, and the node has 512 KB; smaller arrays would do, or a node with more (mem=)
END
app "warnings are shown, and do not matter" 0 's/comp_function = app.c/comp_function = warned.c/; s/end/compile_options = -Wall; &/' <<'END'
warned.c:2:44: warning: unused variable 'spare' [-Wunused-variable]
void compute_fn(void *t, uint32_t n) { int spare; put_result(t, n); }
                                           ^
1 warning generated.
Node 0 0 Tasks
Node 1 1 Tasks
Node 2 0 Tasks
Node 3 0 Tasks
END
app "more processors than nodes" 2 's/_processors = 4/_processors = 9/' --topo programs/cube8.topo <<'END'
app.vms:7: 9 processors; the network has 8 nodes
END
app "more processors than nodes, by the command" 2 '' --topo programs/cube8.topo --nodes 9 <<'END'
trellis: --nodes 9: the network has 8 nodes
END
app "more processors than crossbars can join" 2 's/_processors = 4/_processors = 76/' --topo programs/ubc75.topo <<'END'
app.vms:7: 76 processors; programs/ubc75.topo has 75 nodes
END
app "a setting that is not there" 2 '' --topo programs/ubc75.topo --config btree_9000 <<'END'
trellis: programs/ubc75.topo has no configuration btree_9000; its first is chain_16
END
app "a tree that is neither a shape nor a file" 2 '' --tree star <<'END'
trellis: --tree star: not a shape (CHAIN, BTREE, TTREE, BOOT), and there is no file star
END
app "a tree with a node that is none" 2 's/CHAIN/odd.tree/' <<'END'
odd.tree:3: 7 is not a node (0 to 3)
END
app "a tree that is a ring" 2 's/CHAIN/ring.tree/' <<'END'
ring.tree:2: node 2 is in a cycle, or below one: all nodes must lead to node 0
END
app "options of nodes" 2 's/topology/nodes = "memory=64K"; &/' <<'END'
(the machine made for app.vms):2: a node has no option 'memory'; 'man trellis-topology' lists them
END
app "no input" 2 's/Configuration/Interface input_stream = none.dat; &/' <<'END'
app.vms:5: cannot open none.dat: No such file or directory
END
app "a directory as input" 2 's/Configuration/Interface input_stream = build; &/' <<'END'
app.vms:5: build is not a regular file
END
app "no place for the output" 2 '' --output "$tmp/none/out" <<'END'
trellis: cannot write none/out: No such file or directory
END
app "no place for the figures" 2 '' --stats-json "$tmp/none/run.json" <<'END'
trellis: cannot write none/run.json: No such file or directory
END
app "a directory for the picture" 2 '' --picture "$tmp/build@1ms" <<'END'
trellis: cannot write build: Is a directory
END
printf '%s\n' '#include <stdio.h>' "${good[@]/ ;/ puts(s);}" > "$tmp/talk.c"
app "no room for the output" 2 's/app.c/talk.c/' --output /dev/full <<'END'
Node 0 0 Tasks
Node 1 1 Tasks
Node 2 0 Tasks
Node 3 0 Tasks
trellis: the application's output cannot be written: No space left on device
END
app "no room for the output of this host's run" 2 's/app.c/talk.c/' --output /dev/full --native <<'END'
trek: the output cannot be written: No space left on device
END

# Programs, and the compiler's options for them.
printf '%s\n' '#include <stdio.h>' 'int main(void) { printf("%d\n", N + __OPTIMIZE__ + 0); return 0; }' > "$tmp/count.c"
is "options of the compiler" "$("$TRELLIS" run --cc -DN=4 --cc -O1 "$tmp/count.c" 2> "$tmp/said")" 5
program() { # OPTION
	"$TRELLIS" run --cc "$1" "$tmp/count.c" 2>&1 > "$tmp/out" | sed "s|$tmp/||"
	return "${PIPESTATUS[0]}"
}
expect "no option of the compiler" 2 program 4 <<'END'
trellis: --cc 4: expected an option of 'trellis cc', such as -O0 or -DN=4
END
expect "an option that the compiler does not know" 2 program -Zero <<'END'
trellis: unknown option -Zero; 'trellis cc --help' lists the options
trellis: count.c: the program cannot be made
END
app "options of the compiler for an application" 2 '' --cc -O0 <<'END'
trellis: --cc -O0: an application is compiled with the compile_options of its .vms file
END
echo "1..$n"
