#!/bin/bash
# Runs that were killed, or could not write: what they have recorded is read without a further command, and each
# reader says that the run has not ended. Runs that have ended are read without such a word.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

mandel() { # SIZE OPTION...
	local size=$1
	shift
	"$TRELLIS" run -n 4 -b "$tmp/build" -o /dev/null "$@" programs/mandel/mandel.vms -- "$size" "$size" > "$tmp/run" 2>&1
}
has() { # FILE BYTES, or the process has ended
	[ "$(stat -c %s "$1" 2> /dev/null || echo 0)" -ge "$2" ] || ! kill -0 "$pid" 2> /dev/null
}
killed() { # FILE BYTES OPTION...: a run that is killed when the file has so many bytes
	local file=$1 bytes=$2
	shift 2
	"$TRELLIS" run -n 4 -b "$tmp/build" -o /dev/null "$@" programs/mandel/mandel.vms -- 200 200 > "$tmp/run" 2>&1 &
	pid=$!
	await has "$file" "$bytes"
	kill -9 $pid
	wait $pid 2> /dev/null
}
reads() { # NAME STATUS WORDS COMMAND...: status of a command, and what it prints
	local name=$1 status=$2 words=$3
	shift 3
	"$TRELLIS" "$@" > "$tmp/out" 2> "$tmp/err"
	is "$name" "$? $(grep -o "$words" "$tmp/out" "$tmp/err" -h | head -1)" "$status $words"
}
mandel 8

# A file that cannot be written: the limit of a file's size is that of a full disk.
(ulimit -f 30; mandel 8 --record "$tmp/small")
is "a program that cannot be kept" "$? $(tail -2 "$tmp/run" | sed "s#$tmp##g; s#files/.*:#files/FILE:#")" \
	"2 trellis: cannot write /small/files/FILE: File too large
trellis: the recording in /small is cut off there; it can be replayed up to its last whole part"
reads "... is told by the replay" 0 "has no end record (the run was interrupted)" replay "$tmp/small"
(ulimit -f 260; mandel 200 --record "$tmp/cut" --moments 1)
is "a recording that cannot be written" "$? $(tail -2 "$tmp/run" | sed "s#$tmp##g")" \
	"2 trellis: cannot write /cut/recording: File too large
trellis: the recording in /cut is cut off there; it can be replayed up to its last whole part"
reads "... is told by the replay" 0 "is cut off or damaged: it is used up to" replay "$tmp/cut"

# A killed run, recorded.
killed "$tmp/dead/recording" 150000 --record "$tmp/dead" --moments 1
interrupted="recording has no end record (the run was interrupted): it is used up to"
reads "replay" 0 "$interrupted" replay "$tmp/dead"
reads "debug" 0 "$interrupted" debug --batch -e info "$tmp/dead"
reads "why" 0 "$interrupted" why -n 2 "$tmp/dead" stdout:0
reads "races" 0 "$interrupted" races "$tmp/dead"
is "... its verdict" "$(tail -1 "$tmp/out")" "no races in this run, up to where its recording is cut off"
reads "detrek: what it makes" 1 "$interrupted" detrek -p "$tmp/dead"
reads "detrek" 1 "the run has not ended: it was interrupted, or goes on" detrek -p "$tmp/dead"
reads "report" 0 "" report -o "$tmp/page" "$tmp/dead"
is "... its page" "$(grep -c "The recording of a run that has not ended (it was killed, or goes on) ends after" "$tmp/page")" 1
reads "probe" 2 "the run has not ended: it was interrupted, or goes on; only runs that have ended can be compared" probe "$tmp/dead/data" "$tmp/dead/data"

# A killed run with a monitor, where another run had left its files.
mandel 8 --monitor=0,1,1 -p "$tmp/seen"
reads "a run that has ended" 0 Success detrek -p "$tmp/seen"
is "... nothing else is said" "$(grep -v "which made the run" "$tmp/err")" ""
killed "$tmp/seen.all" 20000 --monitor=0,1,1 -p "$tmp/seen"
reads "its records are sorted" 1 "has not been sorted, as at the end of a run" detrek -p "$tmp/seen"
[ "$(wc -l < "$tmp/seen.tvm")" -gt 100 ]
result $? "... are those of this run"
reads "... and the run has not ended" 1 "the run has not ended: it was interrupted, or goes on" detrek -p "$tmp/seen"
echo "1..$n"
