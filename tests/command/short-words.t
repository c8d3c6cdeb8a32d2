#!/bin/bash
# Nodes with words of 16 bits: a network of both widths, booted by a root of either; all ways to run it give one run. The
# boot logic takes pokes and peeks of 16 bits. The assembler and the disassembler know the width.
. tests/tap.sh

topology() {
	printf '%s\n' "topology short" "node n0 type=$1 unmapped=float" "node n1 type=$2" "node n2 type=T800" "host h" \
		"wire h.0 n0.0" "wire n0.2 n1.1" "wire n0.3 n2.2" end > "$tmp/$1.topo"
	"$TRELLIS" as --raw --chip "$1" -o "$tmp/$1.btl" tests/command/short-words.s
}

# run CHIP OPTIONS...: what the root sends, as words, then fingerprint and state
run() {
	local chip=$1
	shift
	"$TRELLIS" boot --raw --hash --record none -t "$tmp/$chip.topo" "$@" "$tmp/$chip.btl" < /dev/null \
		2> "$tmp/err" > "$tmp/sent"
	od -An -v -tx2 -N6 "$tmp/sent"
	grep -E '^(fingerprint|state)' "$tmp/err"
}

for pair in "T225 T222" "T212 T225" "T222 T212" "T800 T225" "T414 T222"; do
	topology $pair
	is "${pair% *} as root, with ${pair#* }" "$(run ${pair% *} | head -1)" " 1234 159f 159f"
done

first=$(run T225)
for way in "--sync lockstep" "--slices 7" "--link-events byte" "--threads 2"; do
	is "the same run with $way" "$(run T225 $way)" "$first"
done

"$TRELLIS" boot --raw --record "$tmp/run.rec" -t "$tmp/T225.topo" "$tmp/T225.btl" < /dev/null > "$tmp/sent" 2>&1
is "its recording is replayed" "$("$TRELLIS" replay --hash "$tmp/run.rec" 2>&1 | grep -E '^(fingerprint|state)' | head -1)" \
	"$(echo "$first" | grep fingerprint)"

# Its trace: what both ends of each link have sent and received, in every format.
"$TRELLIS" export text "$tmp/run.rec" > "$tmp/trace" 2> "$tmp/err"
is "its trace has the messages with the node on link 2: poke, peek, code" \
	"$(awk '$2 == "send" && $3 == "n0.2" || $2 == "send" && $3 == "n1.1" { print $3, $4 }' "$tmp/trace" | tr '\n' ' ')" "n0.2 5 n0.2 3 n1.1 2 n0.2 21 n1.1 2 "
is "and what they end at" \
	"$(awk '$2 == "received" && ($3 == "n1.1" || $3 == "n0.2") { print $3, $4 }' "$tmp/trace" | tr '\n' ' ')" "n1.1 5 n1.1 3 n0.2 2 n1.1 21 n0.2 2 "
for format in perfetto vcd paraver shiviz; do
	"$TRELLIS" export $format "$tmp/run.rec" > "$tmp/$format" 2> "$tmp/err"
	is "the trace for $format" "$? $(cat "$tmp/err") $(wc -l < "$tmp/$format" | sed 's/^[1-9][0-9].*/some/')" "0  some"
done
expect "so does the search for causes" 2 "$TRELLIS" why "$tmp/run.rec" << 'END'
trellis: node n0 is a T225: the debuggers know only programs whose words have 32 bits
END

expect "debuggers refuse it by name" 2 "$TRELLIS" debug "$tmp/run.rec" << 'END'
trellis: node n0 is a T225: the debuggers know only programs whose words have 32 bits
END

printf '\t.chip T225\n\t.word 0x1234, -1\n\tldc 0x7fff\n\tmint\n' > "$tmp/w.s"
"$TRELLIS" as --flat -o "$tmp/w.bin" "$tmp/w.s"
is "a .word has two bytes" "$(od -An -v -tx1 "$tmp/w.bin")" " 34 12 ff ff 27 2f 2f 4f 24 f2"
is "the disassembler gives it back" "$("$TRELLIS" dis --flat --chip T225 "$tmp/T225.btl" > "$tmp/d.s"
	"$TRELLIS" as --flat -o "$tmp/d.bin" "$tmp/d.s" && cmp "$tmp/d.bin" "$tmp/T225.btl" && echo same)" same
printf 'ldc 65536\n' > "$tmp/big.s"
expect "a number of more than 16 bits" 2 "$TRELLIS" as --chip T225 -o "$tmp/x" "$tmp/big.s" << END
$tmp/big.s:1: 65536 does not fit into a word
END

printf '%s\n' "topology t" "node n0 type=T225 mem=128K" "host h" "wire h.0 n0.0" end > "$tmp/big.topo"
expect "more memory than 16 bits address" 2 "$TRELLIS" topo "$tmp/big.topo" << END
$tmp/big.topo:2: mem=128K: a T225 addresses 64K; give mem=64K or less
END
expect "the kernel refuses the node by name" 2 bash -c 'echo spread | "$0" shell "$1" 2>&1 > /dev/null' "$TRELLIS" "$tmp/T225.topo" << END
$tmp/T225.topo:2: n0 is a T225, and the kernel runs on T800, T801 and T805 only; give another type, or choose a configuration without this node
END
echo "1..$n"
