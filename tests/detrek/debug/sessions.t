#!/bin/bash
# Sessions of the debugger: what each .cmd beside this prints is its .out. Times, counts of instructions and addresses are
# left out: they change with every change of the kernel or the compiler.
. tests/tap.sh
here=tests/detrek/debug
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain: without what other builds have otherwise.
plain() {
	sed -E "s#[0-9]+\.[0-9]{9} s#TIME#g; s#before instruction [0-9]+#before instruction N#; s#0x[0-9a-f]+#ADDRESS#g
		s#[0-9]+ instructions#N instructions#; s#[0-9]+ cycles#N cycles#; s#pid [0-9]+#pid P#; s#[0-9]+ bytes of code#N bytes of code#
		s#(receive|send) \(-?[0-9]+, [0-9]+\)#\1 (EVENT)#; s#$PWD/##g"
}

"$TRELLIS" run --make --build "$tmp" $here/sums/sums.vms 2> "$tmp/make.err"
is "the programs are made" "$? $(cat "$tmp/make.err")" "0 "
cat > "$tmp/boot" <<END
spread
loadgo n1 $tmp/slave.elf &
loadgo n0 $tmp/master.elf -- -t chain -b 1 -g 1 2 4 &
snapshot $tmp/snapshot
END
"$TRELLIS" shell programs/pair.topo "$tmp/boot" > "$tmp/out" 2>&1
is "a snapshot" "$? $(tail -1 "$tmp/out")" "0 [2] n0 $tmp/master.elf -- -t chain -b 1 -g 1 2 4"

for session in $here/*.cmd; do
	"$TRELLIS" debug --batch -p "$tmp/slave.elf" -p "$tmp/master.elf" -x "$session" "$tmp/snapshot" > "$tmp/out" 2>&1
	echo "status $?" >> "$tmp/out"
	plain < "$tmp/out" > "$tmp/found"
	[ -z "$UPDATE" ] || cp "$tmp/found" "${session%.cmd}.out"
	diff "${session%.cmd}.out" "$tmp/found" > "$tmp/diff"
	result $? "$(basename "$session" .cmd)"
done
echo "1..$n"
