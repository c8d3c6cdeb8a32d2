#!/bin/bash
# Threads: runs have the same fingerprint, output and files with any number of threads; where one
# thread must execute all, trellis says so.
. tests/tap.sh

# ran THREADS COMMAND...: the output of a run, without what it took.
ran()
{
	"$TRELLIS" "$2" --threads "$1" "${@:3}" 2>&1 < /dev/null |
		grep -v 'simulated in'
}

# same WHAT COMMAND...: any number of threads gives the same.
same()
{
	local what=$1 expected threads
	expected=$(ran 1 "${@:2}")
	grep -q '^fingerprint' <<< "$expected"
	result $? "$what has a fingerprint"
	for threads in 2 3; do
		is "$what, $threads threads" "$(ran $threads "${@:2}")" "$expected"
	done
}

expect "no threads" 2 "$TRELLIS" boot --threads 0 "$tmp/none" <<'END'
trellis: --threads 0: expected a number from 1 to 64
END
export TRELLIS_THREADS=many
expect "the environment's" 2 "$TRELLIS" boot "$(dirname "$TRELLIS")/programs/hello.btl" <<'END'
trellis: TRELLIS_THREADS=many: expected a number from 1 to 64
END
unset TRELLIS_THREADS

worm=$(dirname "$TRELLIS")/programs/worm.btl
same "worm" boot --raw --stats -t programs/cube8.topo "$worm"
for threads in 1 2; do
	"$TRELLIS" boot --raw --threads $threads --record "$tmp/run$threads" \
		-t programs/cube8.topo "$worm" > "$tmp/out" 2>&1 < /dev/null
	"$TRELLIS" export trace -o "$tmp/trace$threads" "$tmp/run$threads" 2> /dev/null
done
cmp "$tmp/trace1" "$tmp/trace2" > "$tmp/diff"
result $? "the same trace"
"$TRELLIS" boot --threads 2 -t programs/single.topo "$(dirname "$TRELLIS")/programs/hello.btl" \
	< /dev/null > "$tmp/out" 2> "$tmp/err"
is "one node has one thread" "$(grep thread "$tmp/err")" \
	"trellis: one thread is used: there is only one node"

if [ -x "$(dirname "$TRELLIS")/trellis-cc" ]; then
	same "queens on 7 nodes, with a fault" run -b "$tmp/build" -n 7 -u 2s \
		--fault 'flip n2 0x80001000.3 at instruction 300000' programs/queens/queens.vms -- 6
	for threads in 1 2; do
		"$TRELLIS" run -b "$tmp/build" -n 7 --threads $threads --record "$tmp/record$threads" \
			programs/quad/quad.vms > "$tmp/out$threads" 2>&1 < /dev/null
		"$TRELLIS" replay --threads $((3 - threads)) --hash "$tmp/record$threads" 2>&1 |
			grep -v '^trellis run' > "$tmp/replay$threads"
	done
	is "the same recorded run, replayed" "$(cat "$tmp/replay2")" "$(cat "$tmp/replay1")"
fi
echo "1..$n"
