#!/bin/bash
# Chapter 6 of Lin's thesis, typed into the shell character by character. What is shown is compared with the thesis's own
# text. Which node computes what differs from seed to seed, so rows are checked by rules: what the machine saw and what is
# told must agree. LONG: seeds 1 to 20.
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
here=tests/command/shell
topology=$PWD/programs/ubc75.topo
seeds="1 2"
[ -n "$LONG" ] && seeds=$(seq 20)

# session TRANSCRIPT DIR OPTION...: what is shown, in $tmp/shown; the thesis's text, in $tmp/thesis
session() {
	$here/thesis.py "$TRELLIS" "$1" "$2" "$topology" -r . "${@:3}" > "$tmp/shown" 2>&1
	$here/thesis.py "$TRELLIS" "$1" - - > "$tmp/thesis"
}

# statistics FILE: those of monctrl -q are of all nodes
statistics() { sed -n '/^NODE  /,/^[0-9]* records in/p' "$1"; }
without_statistics() { sed '/^NODE  /,/^[0-9]* records in/d' "$1"; }

"$TRELLIS" run --make --monitor -b "$tmp/dc" programs/simulated/dc.vms
cp programs/simulated/dc.dat "$tmp/dc"
cp tests/detrek/data/001/dc.spf "$tmp/dc/data.spf"
for seed in $seeds; do
	session tests/detrek/data/001/dc-session.txt "$tmp/dc" -s "$seed"
	python3 - "$tmp/shown" > "$tmp/rules" <<'END'
import re, sys
text = open(sys.argv[1]).read()
halted = {int(number or n) for n, number in re.findall(r'^n(\d+)(?: \(number (\d+)\))?: its processor halted by Error', text, re.M)}
behind, todo = set(), list(halted)
while todo:
    n = todo.pop()
    more = {c for c in (2 * n, 2 * n + 1) if c < 8 and c not in behind | halted}
    behind |= more
    todo += more
above = {n >> k for n in halted for k in range(1, 4)}
silent = set()
for first, last in re.findall(r'(\d+)(?:-(\d+))?', re.search(r'^n([\d,-]+) did not answer', text, re.M).group(1)):
    silent |= set(range(int(first), int(last or first) + 1))
rows = [(int(t), int(n), p) for t, n, p in re.findall(r'^(\d+) [01]+ (\d+) (.*)$', text, re.M)]
bad = []
def rule(good, what):
    if not good:
        bad.append(what)
rule(halted, 'task 49 crashes somebody')
rule(silent == halted | behind, 'who is told not to answer is who crashed, or behind: %s, %s' % (silent, halted))
computing = {n for t, n, p in rows if t == 49 and 'comp_fn()' in p}
rule(computing == halted, 'task 49 is computed where nodes crashed: %s, %s' % (computing, halted))
earlier = {n for t, n, p in rows if t < 49}
rule(earlier <= halted | behind | above, 'earlier tasks fail behind a crash, or wait above it: %s' % earlier)
rule(not earlier or behind, 'nothing fails earlier if leaves crash')
rule(not any('comp_fn()' in p and n in halted and t != 49 for t, n, p in rows), 'a crashed node computed nothing else')
rule(len(re.findall(r'^n\d+ +\d+ +\d+ +\d+', text, re.M)) == 8, 'the statistics are of eight nodes')
print('\n'.join(bad) or ' '.join(map(str, sorted(silent))))
END
	dead=$(cat "$tmp/rules")
	cp "$tmp/rules" "$tmp/diff"
	! grep -q '[a-z]' "$tmp/rules"
	result $? "6.1, seed $seed: the rows agree with what the machine saw (silent: $dead)"
	{ # the thesis's text, with the rows of the nodes that are alive with this seed
		sed '/^n[0-9] \[/,$d' "$tmp/thesis"
		for i in 0 1 2 3 4 5 6 7; do
			[[ " $dead " == *" $i "* ]] && continue
			echo "n$i [INDEX] PID 0 KSTATE nodemon"
			[ $i = 0 ] && echo "n0 [INDEX] PID 0 KSTATE master" || echo "n$i [INDEX] PID 0 KSTATE slave"
		done
		sed '1,/^n3 .* slave/d' "$tmp/thesis"
		printf '%s\n' Failure "TASK SUBTASK NODE PROCESS"
	} > "$tmp/want"
	without_statistics "$tmp/shown" | grep -vE '^n[0-9,-]+ did not answer|^n[0-9]+( \(number [0-9]+\))?: its processor|^[0-9]+ [01]+ [0-9] ' > "$tmp/got"
	diff "$tmp/want" "$tmp/got" > "$tmp/diff"
	result $? "6.1, seed $seed: what is shown is the thesis's text"
done

# The program of 6.2, with the print that the thesis adds.
mkdir "$tmp/group"
cp programs/group/* "$tmp/group"
sed -i '/^result_receiver/,/^{/s/^{/{\n\tprintf("Nsegs = %u\\n", (unsigned)Nsegs);/' "$tmp/group/receive.c"
"$TRELLIS" run --make -b "$tmp/plain" "$tmp/group/group-median-bug.vms"
"$TRELLIS" run --make --monitor -b "$tmp/monitored" "$tmp/group/group-median-bug.vms"
cp tests/detrek/data/001/group.spf "$tmp/monitored/group.spf"
"$TRELLIS" run --make -b "$tmp/fixed" programs/group/group-median.vms
"$TRELLIS" run --native -b "$tmp/native" programs/group/group-median.vms 2> /dev/null | uniq > "$tmp/results"
for seed in $seeds; do
	session $here/nsegs.txt "$tmp/plain" -i "$tmp/group/yard.pgm" -s "$seed"
	diff "$tmp/thesis" "$tmp/shown" > "$tmp/diff"
	result $? "6.2, seed $seed: what is shown is the thesis's text"
	session $here/nsegs-monitor.txt "$tmp/monitored" -i "$tmp/group/yard.pgm" -s "$seed"
	diff "$tmp/thesis" <(without_statistics "$tmp/shown") > "$tmp/diff"
	result $? "6.2, seed $seed: ... with the monitor"
	statistics "$tmp/shown" > "$tmp/diff"
	[ "$(grep -c '^n[0-5] ' "$tmp/diff")" = 6 ]
	result $? "6.2, seed $seed: ... and its statistics are of six nodes"
	session $here/nsegs-fixed.txt "$tmp/fixed" -i "$PWD/programs/group/yard.pgm" -s "$seed"
	diff "$tmp/thesis" <(grep -vxFf "$tmp/results" "$tmp/shown") > "$tmp/diff"
	result $? "6.2, seed $seed: ... of the program that is corrected"
	diff "$tmp/results" <(grep -xFf "$tmp/results" "$tmp/shown") > "$tmp/diff"
	result $? "6.2, seed $seed: ... and its results are right"
done
echo "1..$n"
