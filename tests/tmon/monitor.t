#!/bin/bash
# The monitor on nodes and host: who meets a probe waits for it to begin, blocks keep to their bounds,
# nothing is lost, and what is collected can be sorted.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
build=$(dirname "$TRELLIS")
n=0

echo 1..13

check() {
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

"$build/trellis-cc" --kernel -O2 -I. -o "$temp/noting.elf" tests/tmon/node/noting.c tmon/node/meter.c
cp "$build/node/nodemon.elf" "$temp"

# session TEXT: a shell's, on sixteen nodes
session() {
	echo "spread -c btree_16
$1" > "$temp/script"
	(cd "$temp" && $TRELLIS shell "$OLDPWD/programs/ubc75.topo" script 2>&1)
}

said=$(session 'loadgo n0-7 nodemon &
hostmon n0-7 -e data
loadgo n0-7 noting -- 300 &
run-until +20ms
state n3
monctrl -b n0-7 10000 1 32
run-until +1s
state n3
monctrl -q
run-until +1ms')
grep -q '^n3 \[[0-9]*\] [0-9]* [01] BR (-91009, 0) nodemon$' <<< "$said"
check "the monitor waits for commands, as in the thesis's session" $?
[ "$(grep -c '^n3 .* noting$' <<< "$said")" = 1 ]
check "an application waits for the monitor to begin, then ends" $?
[ "$(grep -c '^node [0-7] took' <<< "$said")" = 8 ]
check "all have ended" $?
grep -qE '^28[0-9][0-9] records in [0-9]* blocks' <<< "$said"
check "every record has come" $?

awk '$1 ~ /^n[0-7]$/ && NF == 6 { n++; bad += $3 != 350 || $4 < 10000 || $4 > 1000000 || $2 < $3 } END { exit bad || n != 8 }' <<< "$said"
check "the statistics give each node's events and the time of the last" $?
[ -z "$($TRELLIS tvmfilter -p "$temp/data" 2>&1)" ]
check "the collected records are sorted without complaint" $?
# sends and receives of each node are numbered without a gap, times do not go back
awk '{ if ($5 != count[$2 $3]++ || $1 < last[$2]) bad = 1; last[$2] = $1 }
	$3 == "send" && ($4 != $2 + 1 || $6 != sprintf("%x", $5 * 16)) { bad = 1 }
	END { for (k in count) m++; exit bad || m != 16 || NR != 2800 }' "$temp/data.tvm"
check "each node's events, all and in order" $?
grep -qx 'nodes n0-7' "$temp/data.config" && grep -qx 'bounds 10000 1 32' "$temp/data.config"
check "what was collected is described" $?
# the largest block's count stands in its header
python3 - "$temp/data.all" <<'END'
import struct, sys
data, at, most = open(sys.argv[1], "rb").read(), 0, 0
while at < len(data):
    magic, node, serial, count = struct.unpack_from("<4I", data, at)
    assert magic == 0x4E4F4D54
    most = max(most, count)
    at += 16 + 16 * count
assert at == len(data) and 8 < most <= 32
END
check "no block has more than the upper bound" $?

# without a monitor on the node probes are as nothing; with one they take their time
plain=$(session 'loadgo n1 noting -- 300' | sed -nE 's/^node 1 took ([0-9]+) us/\1/p')
noted=$(sed -nE 's/^node 1 took ([0-9]+) us/\1/p' <<< "$said")
[ "$plain" -lt 20000 ] && [ "$noted" -gt $((2 * plain)) ]
check "what is noted costs time: $plain us without, $noted with waiting for the begin" $?

# each node, until nothing has moved for a sample: then it has noted that, and rests
awk 'NF != 7 || $1 < last[$2] { bad = 1 } { for (i = 3; i <= 7; i++) bad += $i !~ /^[0-9]+$/ || $i > 1000 } { n++; last[$2] = $1; use[$2] = $3 }
	END { for (k in use) if (use[k] > 0) bad = 1; exit bad || n < 16 || n > 40 }' "$temp/data.use"
check "the use of the nodes is sampled" $?

head -c 5001 "$temp/data.all" > "$temp/cut.all"
said=$($TRELLIS tvmfilter -p "$temp/cut" 2>&1)
[ $? = 2 ] && head -c "$(sed -nE 's/.* cut off .*\(head -c ([0-9]+)\)$/\1/p' <<< "$said")" "$temp/cut.all" > "$temp/whole.all" &&
	$TRELLIS tvmfilter -p "$temp/whole" && [ "$(wc -l < "$temp/whole.tvm")" -gt 250 ]
check "a file that was cut off is refused, and tells how much of it can be read" $?
tail -c +3 "$temp/data.all" > "$temp/bad.all"
said=$($TRELLIS tvmfilter -p "$temp/bad" 2>&1)
[ $? = 2 ] && grep -q 'bytes from 0 on are not a block' <<< "$said"
check "what is no file of the monitor's is refused" $?
