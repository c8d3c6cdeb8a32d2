#!/bin/bash
# spread boots every configuration of the UBC machine, shapes that are found, machines of cables alone;
# all ways to run it give one run; each node answers a ping.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
n=0

report() { # NAME STATUS
	n=$((n + 1))
	if [ "$2" = 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		sed 's/^/# /' "$temp/out"
	fi
}

# boots TOPO CONFIG NODES: all come up within half a simulated second, and answer.
boots() {
	printf 'spread%s\ntping -c 1 N\n' "${2:+ -Sc bnail.$2.03}" > "$temp/script"
	$TRELLIS shell "programs/$1.topo" "$temp/script" > "$temp/out" 2>&1 &&
		awk -v want="$3" '/nodes are up/ { up = $1 == want && $3 == want && $8 ~ /ms$/ && $8 + 0 < 500 }
			/^  1 byte from/ { answered = $4 == want }
			END { exit !(up && answered) }' "$temp/out"
	report "$3 nodes: $1 $2" $?
}

boots ubc75 chain_16 16
boots ubc75 btree_16 16
boots ubc75 btree_32 32
boots ubc75 chain_75 75
boots ubc75 btree_75 75
boots ubc75 ttree_40 40
boots ubc75 grid_5x15 75
boots chain4 '' 4
boots mesh16 '' 16
boots single '' 1
boots grid32x32 '' 1024

# A second spread takes down what the first has set up.
printf 'spread -c chain_75\nspread -c btree_32\ntping -c 1 n31\nspread -c chain_75\ntping -c 1 n74\n' > "$temp/script"
$TRELLIS shell programs/ubc75.topo "$temp/script" > "$temp/out" 2>&1 &&
	[ "$(grep -c 'byte from 1 node' "$temp/out")" = 2 ]
report "another configuration after the first" $?

# prints OPTIONS...: the fingerprint after a boot and a ping
prints() {
	printf 'spread -c btree_16\ntping -c 2 -l 3000 N\nrun-until +10ms\nstats\n' |
		"$@" shell ${opt:+$opt} programs/ubc75.topo 2>&1 | grep fingerprint
}
opt= prints "$TRELLIS" > "$temp/windows"
opt='--sync lockstep' prints "$TRELLIS" > "$temp/lockstep"
opt= prints "$SANITIZED" > "$temp/sanitized"
opt='--seed 5' prints "$TRELLIS" > "$temp/seed"
cat "$temp"/{windows,lockstep,sanitized} > "$temp/out"
cmp -s "$temp/windows" "$temp/lockstep" && [ -s "$temp/windows" ]
report "lockstep is the same run" $?
cmp -s "$temp/windows" "$temp/sanitized"
report "sanitizers find nothing" $?
! cmp -s "$temp/windows" "$temp/seed"
report "a seed makes a difference" $?
echo "1..$n"
