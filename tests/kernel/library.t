#!/bin/bash
# The C library under threads: what each prints and reads is right, no line is lost or broken, and
# there are no races. Other seeds are other timings of the threads.
cd "$(dirname "$0")/../.." || exit
. tests/tap.sh
[ -e "$(dirname "$TRELLIS")/node/libkernel.a" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

# run SEED PROGRAM: its output, the files that it leaves and the recording are in $tmp.
run() {
	rm -rf "$tmp/root" "$tmp/recording"
	mkdir "$tmp/root"
	timeout 100 "$TRELLIS" run --root "$tmp/root" --topo programs/single.topo --seed $1 \
		--record "$tmp/recording" "tests/kernel/node/$2.c" >"$tmp/out" 2>"$tmp/err"
	is "exit status of $2, seed $1" $? 0
	"$TRELLIS" races "$tmp/recording" >"$tmp/diff" 2>&1
	result $? "no races in $2, seed $1"
}

lines() { # what library_threads prints, in any order of the threads
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
	run $seed library_threads
	is "each line once, seed $seed" "$(sort "$tmp/out")" "$(lines | sort)"
	is "lines of a file, seed $seed" "$(tr -d - <"$tmp/root/shared" | sort)" "$(printf 'thread %d\n' 0 1 2)"
	is "files that are left, seed $seed" "$(ls "$tmp/root")" shared
done

kept=$(for k in 0 1 2; do printf "line of $k\n%.0s" 1 2 3; done)
for seed in 1 2; do
	run $seed library_rest
	is "nothing is wrong, seed $seed" "$(cat "$tmp/out")" "once 2"
	is "lines of perror, seed $seed" "$(grep 'no such file' "$tmp/err" | sort | uniq -c | tr -s ' ')" \
		" 3 no such file
 6 perror: no such file"
	is "lines of a file, seed $seed" "$(sort "$tmp/root/kept")" "$kept
the last line"
	is "its last line, seed $seed" "$(tail -1 "$tmp/root/kept")" "the last line"
	is "files that are left, seed $seed" "$(ls "$tmp/root")" kept
done
echo "1..$n"
