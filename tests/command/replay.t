#!/bin/bash
# trellis replay: a recorded run again, from its recording alone; cut and damaged ones.
. tests/tap.sh
"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s
"$TRELLIS" boot --hash --record "$tmp/one" "$tmp/hello.btl" > "$tmp/said" 2> "$tmp/end"
is "a program that is recorded says what it says" "$(cat "$tmp/said")" "Hello from a T800, booted over its link 0."
size=$(stat -c %s "$tmp/hello.btl")
rm "$tmp/hello.btl"
"$TRELLIS" replay --hash "$tmp/one" > "$tmp/command" 2> "$tmp/again"
is "its replay comes to the same state, without its file" "$? $(tail -2 "$tmp/again")" "0 $(cat "$tmp/end")"
is "its command is kept" "$(cat "$tmp/command")" "trellis boot --hash --record $tmp/one $tmp/hello.btl"
is "a copy of its program is kept" "$("$TRELLIS" info "$tmp/one" | grep -o "program .*" | tr -s " ")" "program $size $tmp/hello.btl"
is "an earlier time" "$("$TRELLIS" replay --until 500us "$tmp/one" 2>&1 | sed -n 2p)" "stopped at 500us of 1ms"
is "from a time to another" "$("$TRELLIS" replay --from 300us --until 500us --hash "$tmp/one" 2>&1 | tail -2)" \
	"$("$TRELLIS" replay --until 500us --hash "$tmp/one" 2>&1 | tail -2)"
expect "a time after the end" 2 "$TRELLIS" replay --from 2ms "$tmp/one" <<END
trellis boot --hash --record $tmp/one $tmp/hello.btl
trellis: --from: the recorded run ends before that time, at 1ms
END

for how in --sync=lockstep --engine=eager --engine=interpreter; do
	is "a replay with $how" "$("$TRELLIS" replay --hash $how "$tmp/one" 2>&1 | tail -2)" "$(cat "$tmp/end")"
done

# Faults, resets and orders between two commands of a shell.
cat > "$tmp/script" <<'END'
run-until +2ms
fault crash n1 at 3ms
run-until +3ms
spread
run-until +1ms
END
"$TRELLIS" shell --record "$tmp/two" programs/chain4.topo "$tmp/script" > "$tmp/out" 2>&1
"$TRELLIS" replay --stats "$tmp/two" > "$tmp/stats" 2> "$tmp/err"
is "a shell's commands are played" "$? $(grep -c '^n1 ' "$tmp/stats") $(grep -c 'crash n1' "$tmp/err")" "0 1 1"

# A shell that restores goes on in a recording of its own.
cat > "$tmp/script" <<END
spread
snapshot $tmp/snap
tping n3
stats
restore $tmp/snap
fault crash n1 at 40ms
run-until +20ms
stats
restore $tmp/snap
tping n3
stats
restore $tmp/missing
END
"$TRELLIS" shell --record "$tmp/three" programs/chain4.topo "$tmp/script" > "$tmp/out" 2>&1
is "where the runs of a shell are recorded" "$(grep 'is recorded in' "$tmp/out")" "this run is recorded in $tmp/three-2
this run is recorded in $tmp/three-3"
for run in three three-2 three-3; do
	"$TRELLIS" replay "$tmp/$run" 2>&1 | tail -1
done > "$tmp/again"
is "their replays" "$(cat "$tmp/again")" "$(grep -o 'fingerprint .*' "$tmp/out")"
is "the same run twice" "$(sed -n 1p "$tmp/again")" "$(sed -n 3p "$tmp/again")"
is "the mistake that has ended it" "$(tail -1 "$tmp/out")" "$tmp/script:12: cannot open $tmp/missing: No such file or directory"
begins=$(python3 tests/sim/past/parts.py "$tmp/three" | awk '/^(beginning|machine|head) / { n += $2 } END { print n }')
head -c "$begins" "$tmp/three" > "$tmp/begun"
is "one that was cut before anything happened" "$("$TRELLIS" replay "$tmp/begun" 2>&1 | grep -c 'used up to 0s\|fingerprint') ${PIPESTATUS[0]}" "2 0"
is "a program is found in what a snapshot began with" "$("$TRELLIS" info "$tmp/three-2" | grep -c "^  kernel ")" 1

"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s

# Snapshots: a recording begins with one.
"$TRELLIS" boot --raw --snapshot "$tmp/snap@100us" "$tmp/hello.btl" < /dev/null > /dev/null 2>&1
"$TRELLIS" boot --raw --restore "$tmp/snap" --hash --record "$tmp/four" < /dev/null > /dev/null 2> "$tmp/end"
rm "$tmp/snap"
is "a run that went on from a snapshot" "$("$TRELLIS" replay --hash "$tmp/four" 2>&1 | tail -2)" "$(tail -2 "$tmp/end")"

# Without moments it is small: 1 KB, the machine's text, and what the host sent that is not in the programs kept with it.
"$TRELLIS" run -o /dev/null --moments 0 --record "$tmp/five" programs/quad/quad.vms > /dev/null 2> "$tmp/end"
python3 tests/sim/past/parts.py "$tmp/five" > "$tmp/parts"
awk '$1 == "copies" || $1 == "files" || $1 == "text" { next } { all += $2 } $1 != "machine" && $1 != "sent" { own += $2 } END { print own, all; exit !(own > 0 && own <= 1024 && all <= 4096) }' \
	"$tmp/parts" > "$tmp/diff"
result $? "a recording without moments has at most 1 KB, and 4 KB with the machine and what was sent, besides files and texts"
is "it is the run" "$("$TRELLIS" replay "$tmp/five" 2>&1 | tail -1)" "$(grep '^fingerprint' "$tmp/end")"

# Its cost is measured with two networks, which must come to the same state; the recording is one.
"$TRELLIS" bench --record "$tmp/cost" --scale 0.0005 > "$tmp/out" 2>&1
is "the cost of recording" "$? $(sed -En 's/^75-seen +75 compute and talk +(with[a-z]* moments) +-?[0-9.]+ \+- +[0-9.]+ +[0-9]+ +[0-9.]+$/\1/p' "$tmp/out")" \
	"0 without moments
with moments"
is "what it has recorded" "$("$TRELLIS" replay "$tmp/cost" 2>&1 | grep -c '^trellis bench --record$\|^the end of the recorded run')" 2

# Bad ones.
cp "$tmp/one" "$tmp/cut"
truncate -s -1 "$tmp/cut"
is "one that was cut is used up to its last whole part" "$("$TRELLIS" replay "$tmp/cut" 2>&1 | grep -c 'is cut off or damaged\|^the end of the recorded run, 1ms')" 2
echo x > "$tmp/cut"
expect "one that is none" 2 "$TRELLIS" replay "$tmp/cut" <<END
trellis: $tmp/cut: not a recording; 'trellis run --record FILE' makes one
END
for version in 2 4; do
	sed "1s/3/$version/" "$tmp/one" > "$tmp/cut"
	expect "one of version $version" 2 "$TRELLIS" replay "$tmp/cut" <<END
trellis: $tmp/cut: a recording in format $version; this version of trellis reads format 3: record the run again
END
done
rm "$tmp/cut"
expect "one that is not there" 2 "$TRELLIS" replay "$tmp/cut" <<END
trellis: cannot open $tmp/cut: No such file or directory
END
mkdir "$tmp/old" && echo "trellis recording 2" > "$tmp/old/recording"
for command in replay report detrek races order debug info "export text" "simul --query=x"; do
	said=$("$TRELLIS" $command "$tmp/old" 2>&1)
	is "a directory, for $command" "$? $said" \
		"2 trellis: $tmp/old is a directory, and a recording is a file; earlier versions of trellis recorded into directories: record the run again"
done
expect "no recording" 2 "$TRELLIS" replay <<END
trellis: replay: expected one RECORDING; see 'trellis replay --help'
END
expect "moments without a recording" 2 "$TRELLIS" boot --moments 1 "$tmp/hello.btl" <<END
trellis: --moments needs a recording: add --record FILE
END
for option in --trace=x --packets --monitor=outside -p --prefix=x --files; do
	"$TRELLIS" replay $option "$tmp/one" 2>&1
done > "$tmp/gone"
is "options of earlier versions" "$(cat "$tmp/gone")" "trellis: replay: --trace is gone: 'trellis export FORMAT RECORDING' makes a trace itself
trellis: replay: --packets is gone: 'trellis export --packets FORMAT RECORDING' has them
trellis: replay: --monitor is gone: 'trellis detrek RECORDING', or 'trellis export records -o PREFIX RECORDING'
trellis: replay: --prefix is gone: 'trellis export records -o PREFIX RECORDING' writes the records
trellis: replay: --prefix is gone: 'trellis export records -o PREFIX RECORDING' writes the records
trellis: replay: --files is gone: 'trellis info RECORDING' lists them"
echo "1..$n"
