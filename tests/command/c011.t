#!/bin/bash
# A C011 at a free link of a node: its input port is driven by a file with times, and its output port writes one. All ways
# to run it give one run and one output; it is replayed from its recording; mistakes in the file are told with their line.
. tests/tap.sh
export TRELLIS_RECORD=none
cat > "$tmp/echo.s" << 'END'
	ajw	20
1:	ldlp	1			# a byte of link 2, increased, back
	mint
	ldnlp	6
	ldc	1
	in
	ldl	1
	adc	1
	stl	1
	ldlp	1
	mint
	ldnlp	2
	ldc	1
	out
	j	1b
END
"$TRELLIS" as --raw -o "$tmp/echo.btl" "$tmp/echo.s"
printf '%s\n' 'topology two' 'node n[0-1] mem=64K' 'host h' 'wire h.0 n0.0' 'wire n0.1 n1.1' end > "$tmp/two.topo"
printf '%s\n' '# two buttons, then values' '20us 0x41 66' '' '30us 1' '30.1us 2 3' '5ms 0xff # the highest' '1s 7' > "$tmp/in"

# run OPTION...: fingerprint and state, then what is at the output port
run() {
	timeout -s KILL 60 "$TRELLIS" boot --raw --hash -t "$tmp/two.topo" --link n0.2=c011:"$tmp/in","$tmp/out" "$@" \
		"$tmp/echo.btl" < /dev/null 2>&1
	cat "$tmp/out"
}
first=$(run)
is "the bytes at the output port" "$(grep -o '0x.*' "$tmp/out" | tr '\n' ' ')" "0x42 0x43 0x02 0x03 0x04 0x00 0x08 "
for way in "--sync lockstep" "--link-events byte" "--slices 5" "--slices 6" "--threads 2" "--engine eager" "--ahead off"; do
	is "the same run with $way" "$(run $way)" "$first"
done
is "the same with --link-input idle" "$(run --link-input idle)" "$first"

# A snapshot before the first byte, in it, between two, while some wait, and on an idle machine.
for at in 19.1us 20.3us 29us 30us 31us 33us 2ms 900ms; do
	is "the same with a snapshot at $at" "$(run --snapshot "$tmp/snap@$at")" "$first"
	cp "$tmp/out" "$tmp/whole"
	timeout -s KILL 60 "$TRELLIS" boot --raw --hash --restore "$tmp/snap" --link n0.2=c011:"$tmp/in","$tmp/out" \
		< /dev/null > "$tmp/said" 2>&1
	is "and continued from it" "$(cat "$tmp/said"; tail -n "$(wc -l < "$tmp/out")" "$tmp/whole")" \
		"$(grep -E '^(fingerprint|state)' <<< "$first"; cat "$tmp/out")"
done
restored() { # OPTION...: continues from the snapshot
	"$TRELLIS" boot --raw --restore "$tmp/snap" "$@" < /dev/null
}
expect "without the adaptor" 2 restored << END
trellis: $tmp/snap: it was made with other link adaptors; give the same options --link
END
echo '20us 1' > "$tmp/short"
expect "with another file" 2 restored --link n0.2=c011:"$tmp/short","$tmp/out" << END
trellis: $tmp/snap: 7 bytes had been presented to the adaptor, and its file has 1; give the same file
END
expect "with a partner" 2 restored --link n0.2=stdio << 'END'
trellis: --link: leave out --snapshot, --restore, --analyse and --reset
END

run --record "$tmp/run.rec" > "$tmp/recorded"
cp "$tmp/out" "$tmp/recorded.out"
"$TRELLIS" export text --packets "$tmp/run.rec" > "$tmp/trace" 2> "$tmp/err"
# Times of a trace are in ns. A packet of 11 bits takes 550 ns.
is "bytes begin at their times" "$(awk '$2 == "data" && $3 == "outside.0" { print $1, $4 }' "$tmp/trace" |
	grep -E '^(20000|30000|5000000|1000000000)\.000' | tr '\n' ' ')" "20000.000 41 30000.000 01 5000000.000 ff 1000000000.000 07 "
is "and are in the node when the packet ends" "$(awk '$2 == "received" && $3 == "n0.2" { print $1; exit }' "$tmp/trace")" 20550.000
is "times at the output port are those of the link" "$(awk '$2 == "received" && $3 == "outside.0" { print $1 }' "$tmp/trace")" \
	"$(awk '{ unit = $1 ~ /ns$/ ? 1 : $1 ~ /us$/ ? 1e3 : $1 ~ /ms$/ ? 1e6 : 1e9; printf "%.3f\n", unit * $1 }' "$tmp/recorded.out")"
mv "$tmp/in" "$tmp/in.away"
rm "$tmp/out"
is "it is replayed without its files" "$("$TRELLIS" replay --hash "$tmp/run.rec" 2>&1 | grep -E '^(fingerprint|state)')" \
	"$(grep -E '^(fingerprint|state)' <<< "$first")"
is "and writes none" "$(ls "$tmp/out" 2> /dev/null)" ""

# The bytes of a message arrive at the pace of the link: 11.5 bits of 50 ns each.
cat > "$tmp/sender.s" << 'END'
	ajw	20
	mint
	mint
	ldnlp	2
	ldc	6
	out
	stopp
END
"$TRELLIS" as --raw -o "$tmp/sender.btl" "$tmp/sender.s"
: > "$tmp/in"
timeout -s KILL 60 "$TRELLIS" boot --raw -t "$tmp/two.topo" --link n0.2=c011:"$tmp/in","$tmp/out" "$tmp/sender.btl" \
	< /dev/null > "$tmp/said" 2>&1
is "the pace of a message" "$(awk '{ now = $1 ~ /us$/ ? 1000 * $1 : $1 + 0 } NR > 1 { printf "%.0f ", now - last } { last = now }' "$tmp/out")" \
	"575 575 575 575 575 "

# A node that takes nothing: the run ends, and says so.
printf '\tstopp\n' > "$tmp/deaf.s"
"$TRELLIS" as --boot -o "$tmp/deaf.btl" "$tmp/deaf.s"
echo '20us 1 2' > "$tmp/in"
timeout -s KILL 60 "$TRELLIS" boot --raw -t "$tmp/two.topo" --link n0.2=c011:"$tmp/in","$tmp/out" "$tmp/deaf.btl" \
	< /dev/null > "$tmp/said" 2>&1
is "bytes that the machine does not take are counted" "$(grep -o 'the machine has not taken.*' "$tmp/said")" \
	"the machine has not taken the last 2 bytes of the partner"

# mistake MESSAGE LINE...: a text, and what is said of its last line
mistake() {
	printf '%s\n' "${@:2}" > "$tmp/in"
	is "${*: -1}" "$(run | grep -v 0x42)" "$tmp/in:$(($# - 1)): $1"
}
mistake "'soon' is not a time; write '20us 0x41'" "soon 1"
mistake "500ns is before 1us; no byte can be presented earlier" "# early" "500ns 1"
mistake "19us is before 20us; times do not decrease" "20us 1" "19us 2"
mistake "bytes must follow the time, as in '20us 0x41'" "20us # nothing"
mistake "'256' is not a byte; write a number from 0 to 255" "20us 1 256"
mistake "'-1' is not a byte; write a number from 0 to 255" "20us -1"
mistake "'0000000000000000000000000000001...' is too long for a time or a byte" "20us 0000000000000000000000000000001000"
expect "a file is missing" 2 "$TRELLIS" boot --raw -t "$tmp/two.topo" --link n0.2=c011:in "$tmp/echo.btl" << 'END'
trellis: --link n0.2=c011:in: expected c011:IN,OUT, the files of the input port and of the output port
END
echo "1..$n"
