#!/bin/bash
# run --break-outside: the run stops where local events of several processes hold together, as the debugger does in a
# recording; and a run in which they do not is the same as without.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
app=tests/detrek/debug/sums/sums.vms
run=("$TRELLIS" run -n 4 -b "$tmp/build" -o /dev/null)
"${run[@]}" --make $app

# told OPTION...: the status, where the event holds, and the local events without their places in TrEK
told() {
	"${run[@]}" "$@" $app > "$tmp/out" 2>&1
	echo "status $?"
	grep -E '^(the event|at |  )' "$tmp/out" | sed -E 's/, in .*//'
}
both='{ntasks > 0}@n1 == {ntasks > 0}@n2'
first=$(told --break-outside "$both")
is "it stops, and tells all local events" "$(sed 's/^at .*/at PLACE/; s/pid [0-9]*/pid P/' <<< "$first")" "status 1
the event holds: $both
at PLACE
  {ntasks > 0}@n1: node n1, slave (pid P)
    ntasks = 1
  {ntasks > 0}@n2: node n2, slave (pid P)
    ntasks = 1"
is "the same again" "$(told --break-outside "$both")" "$first"
is "the same in lockstep" "$(told --sync lockstep --break-outside "$both")" "$first"

"${run[@]}" --record "$tmp/recorded" $app > "$tmp/out" 2>&1
plain=$(grep fingerprint "$tmp/out")
is "where the debugger stops in a recording" "$("$TRELLIS" debug --batch -e "goto beginning" -e "break-event $both" \
	-e continue "$tmp/recorded" 2>&1 | sed -n 's/^breakpoint 1 (.*), \(at .*\)/\1/p')" "$(sed -n 3p <<< "$first")"
is "a leaf is a leaf" "$(told --break-outside '{ntasks == 0}@leaf' | grep -o 'node n[0-9],')" "node n3,"
told --break-outside '{ntasks == 0}@root' > "$tmp/root"
is "the root's program lacks a variable" "$(head -2 "$tmp/root"; grep '^no process' "$tmp/out")" "status 0
the event has not held: {ntasks == 0}@root
no process at root had the variables of {ntasks == 0}"

"${run[@]}" --break-outside '{ntasks > 7}@slave == {ntasks > 7}@slave' $app > "$tmp/out" 2>&1
is "an event that does not hold: the run is as without" "$? $(grep -E '^the event|^fingerprint' "$tmp/out")" \
	"0 the event has not held: {ntasks > 7}@slave == {ntasks > 7}@slave
$plain"

flip=(--fault 'flip n3 ntasks+0.2 at 94ms')
is "a fault makes it hold, at its time" "$(told "${flip[@]}" --break-outside '{ntasks == 4}@n3 == {ntasks > 0}@n1' | grep -cE '^at 94.000000001ms$|ntasks = [14]$')" 3
"${run[@]}" "${flip[@]}" --record "$tmp/flipped" $app > /dev/null 2>&1
is "and so it does in a recording, on and back" "$("$TRELLIS" debug --batch -e "goto beginning" -e 'break-event {ntasks == 4}@n3' -e continue \
	-e "goto end" -e reverse-continue "$tmp/flipped" 2>&1 | grep -E '^breakpoint 1 \(' | uniq -c | grep -c ' 2 ')" 1

expect "what is no event" 2 "${run[@]}" --break-outside '{ntasks > }@n1' $app <<'END'
trellis: --break-outside: {ntasks > }: the expression ends; expected a value
END
expect "what no program has" 2 "${run[@]}" --break-outside '{ntask}@n1' $app <<'END'
trellis: --break-outside: unknown variable 'ntask' in slave; did you mean 'ntasks'? it must be a global or static one that the compiler has kept (-O0 keeps all); FILE::NAME is that of a file, FUNCTION::NAME a static one of a function
END
expect "not on this host" 2 "${run[@]}" --native --break-outside '{ntasks}@n1' $app <<'END'
trellis: --break-outside and --native cannot be combined
END
echo "1..$n"
