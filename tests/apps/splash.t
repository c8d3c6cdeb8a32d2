#!/bin/bash
# programs/splash: with 1 to 16 threads on a node, on 2 to 8 nodes, and on the host, the same results.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

while read -r name size; do
	source=programs/splash/$name.c
	gcc -std=gnu11 -O1 -I. -ffp-contract=off -pthread -o "$tmp/$name.host" $source tests/apps/splash_native.c -lm 2>"$tmp/diff" &&
		"$TRELLIS" cc --kernel -O2 -Wall -Wextra -o "$tmp/$name.elf" $source programs/splash/team.c 2>>"$tmp/diff"
	result $? "$name is compiled, for the host and for nodes"
	for threads in 1 2 4 16; do
		printf 'spread\nloadgo n0 %s -- %s %s\n' "$tmp/$name" $threads $size >"$tmp/script"
		is "$name with $threads threads" "$("$TRELLIS" shell programs/single.topo "$tmp/script" 2>&1 | tail -1)" \
			"$("$tmp/$name.host" $threads $size)"
	done

	"$TRELLIS" cc --kernel -O2 -Wall -Wextra -o "$tmp/$name.elf" programs/splash/{${name}_nodes,nodes,team}.c 2>"$tmp/diff"
	result $? "$name is compiled for several nodes"
	while read -r net last threads; do
		printf 'spread\nloadgo n0-%s %s -- %s %s\n' $last "$tmp/$name" $threads $size >"$tmp/script"
		is "$name on $net with $threads threads" "$("$TRELLIS" shell programs/$net.topo "$tmp/script" 2>&1 | tail -1)" \
			"$("$tmp/$name.host" $threads $size)"
	done <<-NETS
		single 0 4
		pair 1 16
		chain4 3 1
		chain4 3 4
		cube8 7 2
	NETS
done <<PROGRAMS
lu 24
radix 300
raytrace 16
fft 64
ocean 12
water 32
barnes 32
cholesky 24
PROGRAMS
echo "1..$n"
