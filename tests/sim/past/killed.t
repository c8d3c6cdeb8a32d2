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
(ulimit -f 300; mandel 8 --record "$tmp/small")
is "a program that cannot be kept" "$? $(tail -2 "$tmp/run" | sed "s#$tmp##g")" \
	"2 trellis: cannot write /small: File too large
trellis: the recording /small is cut off there; it can be replayed up to its last whole part"
reads "... is told by the replay" 0 "is cut off or damaged" replay "$tmp/small"
(ulimit -f 700; mandel 200 --record "$tmp/cut" --moments 1)
is "a recording that cannot be written" "$? $(tail -2 "$tmp/run" | sed "s#$tmp##g")" \
	"2 trellis: cannot write /cut: File too large
trellis: the recording /cut is cut off there; it can be replayed up to its last whole part"
reads "... is told by the replay" 0 "is cut off or damaged: it is used up to" replay "$tmp/cut"

# A killed run, recorded.
killed "$tmp/dead" 550000 --record "$tmp/dead" --moments 1
interrupted="has no end record (the run was interrupted): it is used up to"
reads "replay" 0 "$interrupted" replay "$tmp/dead"
reads "debug" 0 "$interrupted" debug --batch -e info "$tmp/dead"
reads "why" 0 "$interrupted" why -n 2 "$tmp/dead" stdout:0
reads "races" 0 "$interrupted" races "$tmp/dead"
is "... its verdict" "$(tail -1 "$tmp/out")" "no races in this run, up to where its recording is cut off"
reads "detrek: what it makes" 1 "$interrupted" detrek "$tmp/dead"
reads "detrek" 1 "the run has not ended: it was interrupted, or goes on" detrek "$tmp/dead"
reads "report" 0 "" report -o "$tmp/page" "$tmp/dead"
is "... its page" "$(grep -c "The recording of a run that has not ended (it was killed, or goes on) ends after" "$tmp/page")" 1
reads "probe" 2 "the run has not ended: it was interrupted, or goes on; only runs that have ended can be compared" probe "$tmp/dead" "$tmp/dead"

# A killed run with a monitor, where another run had left its recording.
mandel 8 --monitor=0,1,1 --record "$tmp/seen" --moments 1
reads "a run that has ended" 0 Success detrek "$tmp/seen"
is "... nothing else is said" "$(grep -v "which made the run\|making the run's trace" "$tmp/err")" ""
killed "$tmp/seen" 700000 --monitor=0,1,1 --record "$tmp/seen" --moments 1
reads "its records are those of this run" 1 "the run has not ended: it was interrupted, or goes on" detrek "$tmp/seen"
"$TRELLIS" export records -o "$tmp/data" "$tmp/seen" 2> "$tmp/err"
[ "$(wc -l < "$tmp/data.tvm")" -gt 100 ]
result $? "... and as many as there were"

# The recording that is made without being asked for: a full disk does not end the run.
(ulimit -f 300; TRELLIS_CACHE=$tmp/cache TRELLIS_RECORD= mandel 8)
is "an optional recording that cannot be written" "$? $(grep -c '^trellis: warning: cannot write .*: File too large; the run is not recorded$' "$tmp/run") $(
	grep -c ^fingerprint "$tmp/run") $(ls "$tmp/cache/runs")" "0 1 1 lock"
echo "1..$n"
