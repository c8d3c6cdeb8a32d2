#!/bin/bash
# --break-outside of boot, shell and replay: the run stops where the debugger stops, with status 1; where the event does
# not hold, the run is as without it.
. tests/tap.sh
here=tests/detrek/events
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# stopped COMMAND...: the status, and the lines about the event
stopped() {
	"$TRELLIS" "$@" > "$tmp/out" 2>&1
	echo "status $?"
	grep -E '^(the event|at |  |no process)' "$tmp/out"
}
# debugged RECORDING EVENT: where the debugger stops first in a recording, and the event's variables
debugged() {
	"$TRELLIS" debug --batch -e "goto beginning" -e "break $2" -e continue "$1" 2>&1 |
		sed -n 's/^breakpoint 1 (.*), \(at .*\)/\1/p; /^  /p'
}

# A program on a node without a kernel.
"$TRELLIS" cc -g -o "$tmp/spin.elf" tests/detrek/debug/live/spin.c
spin=(boot --until 30ms)
"$TRELLIS" "${spin[@]}" --record "$tmp/spun" "$tmp/spin.elf" > "$tmp/out" 2>&1
plain=$(grep fingerprint "$tmp/out")
there=$(debugged "$tmp/spun" '{n > 1000}@n0')
is "boot: the debugger stops in its recording" "$(sed 's/^at .*/at PLACE/; s/:[0-9]*$//' <<< "$there")" \
	"at PLACE
  {n > 1000}@n0: node n0, spin, in main() at spin.c
    n = 1001"
first=$(stopped "${spin[@]}" --break-outside '{n > 1000}@n0' "$tmp/spin.elf")
is "and boot there, too" "$first" "status 1
the event holds: {n > 1000}@n0
$there"
is "the same in lockstep" "$(stopped "${spin[@]}" --sync lockstep --break-outside '{n > 1000}@spin' "$tmp/spin.elf" |
	grep '^at ')" "$(grep '^at ' <<< "$there")"
is "and in its replay" "$(stopped replay --break-outside '{n > 1000}@n0' "$tmp/spun")" "$first"
is "in a run that is debugged, too" "$("$TRELLIS" "${spin[@]}" --debug "$tmp/spin.elf" 2>&1 <<< 'break {n > 1000}@n0
continue' | sed -n 's/^breakpoint 1 (.*), \(at .*\)/\1/p')" "$(grep '^at ' <<< "$there")"
is "boot: it does not hold" "$(stopped "${spin[@]}" --break-outside '{n == 1000000}@n0' "$tmp/spin.elf")
$(grep fingerprint "$tmp/out")" "status 1
the event has not held: {n == 1000000}@n0
$plain"
"$TRELLIS" cc -g -o "$tmp/reads.elf" tests/detrek/debug/live/reads.c
is "boot: the program's own status" "$(stopped boot --break-outside '{1 > 2}@n0' "$tmp/reads.elf" < /dev/null)" \
	"status 3
the event has not held: {1 > 2}@n0"
is "a node without a program" "$(stopped "${spin[@]}" -t programs/pair.topo --break-outside '{n == 0}@n1' "$tmp/spin.elf")" \
	"status 1
the event has not held: {n == 0}@n1
no process at n1 had the variables of {n == 0}"

# The parts of a structure that an expression reads: members, elements, bit-fields.
cat > "$tmp/parts.c" <<'END'
static volatile struct {
	int big[100];
	struct { unsigned low : 3, high : 5; } bits;
	struct { int x, y[2]; } inner;
} s;

int
main(void)
{
	for (int i = 0; i < 400; i++) {
		s.big[i % 100] = i;
		s.bits.low++;
		s.bits.high += s.bits.low == 0;
		s.inner.y[1] = s.inner.x += 2;
	}
	return 0;
}
END
"$TRELLIS" cc -g -o "$tmp/parts.elf" "$tmp/parts.c"
# parts EVENT: the variables, where it begins to hold
parts() {
	stopped boot --break-outside "$1" "$tmp/parts.elf" | sed -n 's/^    //p'
}
is "a member" "$(parts '{s.inner.x == 20}@n0')" "s.inner.x = 20"
is "an element of one, and another member" "$(parts '{s.inner.y[1] > 30 && s.inner.x > 31}@n0')" "s.inner.y = {0, 32}
s.inner.x = 32"
is "a bit-field" "$(parts '{s.bits.high == 3}@n0' | sed 's/.*\(bits\)/\1/')" \
	"bits = {low = 0, high = 3}, inner = {x = 46, y = {0, 46}}}"
is "a member that does not exist" "$("$TRELLIS" boot --break-outside '{s.inner.z}@n0' "$tmp/parts.elf" 2>&1)" \
	"trellis: --break-outside: {s.inner.z}: struct {...} has no member z"

# Programs that the shell loads.
"${build:-build}/trellis-cc" --kernel -O2 -g -o "$tmp/chatter.elf" $here/chatter/chatter.c
printf 'spread\nloadgo -s %s n0-3 chatter -- 1 150\nstats\n' "$tmp" > "$tmp/script"
shell=(shell --seed 1)
"$TRELLIS" "${shell[@]}" --record "$tmp/chatted" programs/chain4.topo "$tmp/script" > "$tmp/plain" 2>&1
both='{level > 5}@n1 == {door}@n2'
first=$(stopped "${shell[@]}" --break-outside "$both" programs/chain4.topo "$tmp/script")
is "shell: where the debugger stops in its recording" "$first" "status 1
the event holds: $both
$(debugged "$tmp/chatted" "$both")"
is "the script ends there" "$(grep -c fingerprint "$tmp/out")" 0
is "and in its replay" "$(stopped replay --break-outside "$both" "$tmp/chatted"; grep -c '^stopped at' "$tmp/out")" "$first
1"
is "replay from a later time: the next one" "$(stopped replay --from 45ms --break-outside "$both" "$tmp/chatted" |
	grep '^at ')" "$("$TRELLIS" debug --batch -e "goto 45ms" -e "break $both" -e continue "$tmp/chatted" 2>&1 |
	sed -n 's/^breakpoint 1 (.*), \(at .*\)/\1/p')"
is "replay until an earlier time" "$(stopped replay --until 30ms --break-outside "$both" "$tmp/chatted" | head -2)" "status 0
the event has not held: $both"
never='{level > 99}@n1 == {door}@n2'
is "shell: it does not hold" "$(stopped "${shell[@]}" --break-outside "$never" programs/chain4.topo "$tmp/script")
$(grep fingerprint "$tmp/out")" "status 0
the event has not held: $never
$(grep fingerprint "$tmp/plain")"
is "replay: it does not hold" "$(stopped replay --break-outside "$never" "$tmp/chatted" | head -2)
$(grep fingerprint "$tmp/out")" "status 0
the event has not held: $never
$("$TRELLIS" replay "$tmp/chatted" 2>&1 | grep fingerprint)"
sed '2s/$/ \&/; 3s/.*/run-until 100ms/' "$tmp/script" > "$tmp/background"
is "a program in the background" "$(stopped "${shell[@]}" --break-outside "$both" programs/chain4.topo "$tmp/background")" "$first"
printf 'spread\nloadgo -s %s n0-3 chatter -- 1 3\n' "$tmp" | cat - "$tmp/script" > "$tmp/twice"
is "a second spread, a second program" "$(stopped "${shell[@]}" --break-outside "$never" programs/chain4.topo "$tmp/twice" |
	head -2)" "status 0
the event has not held: $never"
"$TRELLIS" "${shell[@]}" --record "$tmp/both" programs/chain4.topo "$tmp/twice" > "$tmp/out" 2>&1
is "where it holds only then" "$(stopped "${shell[@]}" --break-outside "$both" programs/chain4.topo "$tmp/twice")
$(grep -c '^soldering' "$tmp/out")" "status 1
the event holds: $both
$(debugged "$tmp/both" "$both")
2"

expect "shell: a variable that no program has" 2 "$TRELLIS" "${shell[@]}" --break-outside '{levle}@n1' programs/chain4.topo "$tmp/script" < <(
	cat "$tmp/plain"
	echo "trellis: --break-outside: unknown variable 'levle' in chatter; did you mean 'level'? it must be a global or static one that the compiler has kept (-O0 keeps all); FILE::NAME is that of a file, FUNCTION::NAME a static one of a function")
"$TRELLIS" as --raw -o "$tmp/worm.btl" programs/worm/worm.s
expect "boot: no variables" 2 "$TRELLIS" boot --break-outside '{n > 1}@n0' "$tmp/worm.btl" <<'END2'
trellis: --break-outside: no program that could have the event's variables is known; programs are ELF files
END2
echo restore x > "$tmp/restore"
expect "shell: restore" 2 "$TRELLIS" shell --break-outside '{n > 1}@n0' programs/chain4.topo "$tmp/restore" <<END2
$tmp/restore:1: restore cannot be combined with --break-outside: a snapshot's programs are not known
END2
for with in '--debug' '--sync-log inside:x'; do
	is "not with ${with% *}" "$("$TRELLIS" boot $with --break-outside '{n}@n0' "$tmp/spin.elf" 2>&1; echo "status $?")" \
		"trellis: --break-outside cannot be combined with --sync-log, --sync-order or --debug
status 2"
done
echo "1..$n"
