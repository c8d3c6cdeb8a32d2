#!/bin/bash
# A B008 sets its own C004: the root boots the T222, which sets the circuits that a text asks for; the C004's replies
# and messages over each circuit say whether they are there. Recorded, replayed, and run in other ways; mistakes.
. tests/tap.sh
program=$(dirname "$TRELLIS")/programs/softwire.elf
[ -e "$program" ] || { echo "1..0 # SKIP trellis is built without its C compiler"; exit; }
cp programs/b008/*.wires "$tmp"

# board OPTION... -- FILE...: what the program prints
board() {
	local options=()
	while [ "$1" != -- ]; do
		options+=("$1")
		shift
	done
	"$TRELLIS" boot -t programs/b008/b008.topo --root "$tmp" --record none "${options[@]}" "$program" "${@:2}" 2> "$tmp/err"
}

expect "a ring, then a grid" 0 board -- ring.wires grid.wires << 'END'
ring.wires: 1 connection, and the C004 has these circuits
  slot 9, link 3 - slot 0, link 3   C004 19 - 10  messages pass
grid.wires: 4 connections, and the C004 has these circuits
  slot 0, link 3 - slot 9, link 3   C004 10 - 19  messages pass
  slot 1, link 3 - slot 8, link 3   C004 11 - 18  messages pass
  slot 2, link 3 - slot 7, link 3   C004 12 - 17  messages pass
  slot 3, link 3 - slot 6, link 3   C004 13 - 16  messages pass
END

board --hash -- full.wires > "$tmp/full"
is "every link that is at the C004" "$(grep -c 'messages pass' "$tmp/full") $(grep -c 'not tried' "$tmp/full")" "9 5"
is "its circuits" "$(grep -o 'the C004 has .*' "$tmp/full")" "the C004 has these circuits"
first=$(cat "$tmp/err")
for way in "--sync lockstep" "--slices 7" "--link-events byte" "--threads 2" "--engine eager" "--ahead off"; do
	board --hash $way -- full.wires > "$tmp/out"
	is "the same run with $way" "$(cat "$tmp/err")" "$first"
done

"$TRELLIS" boot -t programs/b008/b008.topo --root "$tmp" --record "$tmp/run.rec" "$program" full.wires > "$tmp/out" 2>&1
is "its recording is replayed" "$("$TRELLIS" replay --hash "$tmp/run.rec" 2>&1 | grep -m 1 fingerprint)" \
	"$(grep fingerprint <<< "$first")"

expect "a link that is cut" 1 board --fault 'cut slot1.3 at 1us' -- grid.wires << 'END'
grid.wires: 4 connections, and the C004 has these circuits
  slot 0, link 3 - slot 9, link 3   C004 10 - 19  messages pass
  slot 1, link 3 - slot 8, link 3   C004 11 - 18  NO MESSAGE PASSES
  slot 2, link 3 - slot 7, link 3   C004 12 - 17  messages pass
  slot 3, link 3 - slot 6, link 3   C004 13 - 16  messages pass
END
expect "a link of the root that is cut" 1 board --fault 'cut slot0.3 at 1us' -- ring.wires << 'END'
ring.wires: 1 connection, and the C004 has these circuits
  slot 9, link 3 - slot 0, link 3   C004 19 - 10  NO MESSAGE PASSES
END
expect "a command that arrives with another port" 1 board --fault 'corrupt t2.3 0x04 at byte 3' -- ring.wires << 'END'
ring.wires: 1 connection, and the C004 has OTHER CIRCUITS
  slot 9, link 3 - slot 0, link 3   C004 19 - 10  NO MESSAGE PASSES
END

# mistake MESSAGE LINE...: a text, and what is said of its last line
mistake() {
	printf '%s\n' "${@:2}" > "$tmp/wrong.wires"
	board -- wrong.wires > "$tmp/out"
	is "${*: -1}" "$? $(grep -v '^fingerprint' "$tmp/err")" "2 wrong.wires:$(($# - 1)): $1"
}
mistake "no such slot; the board has slots 0 to 9" "# a comment" "slot 10, link 0 to slot 1, link 3"
mistake "link 1 of a slot is in the pipeline; links 0 and 3 are at the C004" "slot 3 link 1 to slot 4 link 0"
mistake "link 4 does not exist; a slot has links 0 to 3" "slot 3 link 4 to slot 4 link 0"
mistake "slot 0, link 0 is the host's; link 3 is at the C004" "SLOT 3, LINK 0 TO SLOT 0, LINK 0"
mistake "t2, link 3 is not at the C004; link 0 is" "t2, link 3 to slot 4, link 0"
mistake "no such link of the connector; it has edges 0 to 7" "edge 8 to slot 4, link 0"
mistake "'link' and its number must follow; write 'slot 1, link 0'" "slot 3 to slot 4"
mistake "'to' must follow; write 'slot 9, link 3 to slot 0, link 3'" "slot 3, link 0 - slot 4, link 3"
mistake "'end' follows the connection; a line has one connection" "edge 3 to slot 4, link 3 end"
mistake "an end of a connection begins with 'slot', 'edge' or 't2', not with 'host'" "host 0 to slot 4, link 3"
mistake "slot 4, link 3 is connected twice (first in line 2)" "" "slot 4, link 3 to edge 1" "edge 2 to slot 4, link 3"
mistake "slot 4, link 3 is connected twice (first in line 1)" "slot 4, link 3 to slot 4, link 3"
mistake "the line is too long; 126 characters are possible" "$(printf '%200s')"
expect "no such text" 2 board -- none.wires << 'END'
END
is "its message" "$(grep -v '^fingerprint' "$tmp/err")" "none.wires: no such file"
echo "1..$n"
