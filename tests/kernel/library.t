#!/bin/bash
# The C library under threads: what each prints and reads is right, no line is lost or broken, and
# there are no races. Other seeds are other timings of the threads.
cd "$(dirname "$0")/../.." || exit
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

lines() { # what the program prints, in any order of the threads
	local k i
	echo "first line"
	for k in 0 1 2; do
		echo "kernel thread $k: 2"
		for i in 0 1 2 3; do
			echo "line $k.$i $k.5"
			echo "pair $k.$i same $((k + 1))"
		done
	done
	echo "once 1, destroyed 3"
}

for seed in 1 2 3; do
	mkdir "$tmp/root"
	timeout 100 "$TRELLIS" run --root "$tmp/root" --topo programs/single.topo --seed $seed --record "$tmp/$seed" \
		tests/kernel/node/library_threads.c >"$tmp/out" 2>"$tmp/err"
	is "exit status, seed $seed" $? 0
	is "each line once, seed $seed" "$(sort "$tmp/out")" "$(lines | sort)"
	is "lines of a file, seed $seed" "$(tr -d - <"$tmp/root/shared" | sort)" "$(printf 'thread %d\n' 0 1 2)"
	is "files that are left, seed $seed" "$(ls "$tmp/root")" shared
	"$TRELLIS" races "$tmp/$seed" >"$tmp/diff" 2>&1
	result $? "no races, seed $seed"
	rm -r "$tmp/root"
done
echo "1..$n"
