#!/bin/bash
# trellis races of the programs of programs/splash that run on several nodes: each synchronisation and message that orders
# threads of a node is left out in turn, and the pairs of instructions are those that brute force over all accesses finds.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
brute=${build:-build}/tests/detrek/races/brute_live
nodes=n0-1 net=pair threads=3
[ -z "$LONG" ] || nodes=n0-3 net=chain4 threads=4

judge() { # ARGUMENT...: run and record; what brute force says
	printf 'spread\nloadgo %s %s -- %s\n' $nodes "$tmp/$name" "$*" >"$tmp/script"
	"$TRELLIS" shell --record "$tmp/rec" programs/$net.topo "$tmp/script" >"$tmp/out" 2>&1
	"$brute" "$tmp/rec" >"$tmp/diff" 2>&1
	cat "$tmp/diff"
}

while read -r name size points; do
	"$TRELLIS" cc --kernel -O2 -g -o "$tmp/$name.elf" programs/splash/{${name}_nodes,nodes,team}.c
	is "$name as it is has no race" "$(judge $threads $size)" "same 0 pairs"
	"$TRELLIS" races "$tmp/rec" >"$tmp/diff"
	awk '/^segments/ { exit !($5 < $3 / 3 || $5 < 60) }' "$tmp/diff"
	result $? "... and few of its segments are stored"
	sed -n 's/^threads .* operations \([0-9]*\) .* bytes \([0-9]*\) .*/\1 \2/p' "$tmp/diff" >>"$tmp/logs"
	for point in $points; do
		is "$name without ${point%:*}: as brute force" "$(judge -without ${point%:*} $threads $size | cut -d' ' -f1)" same
		[ "${point#*:}" = "$point" ] && continue # whether there is a race depends on the threads' turns
		"$TRELLIS" races --limit=0 "$tmp/rec" >"$tmp/diff"
		grep -q "^race on ${point#*:}\>" "$tmp/diff"
		result $? "$name without ${point%:*}: a race on ${point#*:}"
	done
done <<PROGRAMS
lu 24 1:a 2:a 100
radix 300 1:sums 2:sums 3:sums 4:key 5:key 100
fft 64 1:data 2:data 3:data 100
ocean 10 1:level 2:level 3:change 100
water 32 1:molecule 2:energy 3:molecule 4:received 5:molecule 6:molecule 100
barnes 16 1:nsquares 2:square 3:square 4:square 5:body 6:body 100
cholesky 24 1:waits 2:done 100:a
raytrace 16 1:npainted 2:rays 100
PROGRAMS
is "their logs have at most 1.5 bytes an operation" \
	"$(awk '{ operations += $1; bytes += $2 } END { print NR, bytes <= 1.5 * operations }' "$tmp/logs")" "8 1"
echo "1..$n"
