#!/bin/bash
# What is made from a recording, in the cache: when it is first read, once, also by two readers at the same time, anew of
# another recording; what takes much room and is not used goes.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
app=programs/quad/quad.vms
export TRELLIS_CACHE=$tmp/cache

run() { # OPTION...
	"$TRELLIS" run -o /dev/null -b "$tmp/build" "$@" $app > "$tmp/out" 2> "$tmp/err"
}
says="making the run's trace and records from its recording"
made() { # COMMAND...: what it said on standard error
	"$TRELLIS" "$@" 2>&1 > "$tmp/out" | sed "s|$tmp/||"
}
folders() { # how many the cache has
	find "$tmp/cache" -mindepth 1 -maxdepth 1 | wc -l
}

run --record "$tmp/run.rec" --moments 5
is "a recorded run makes nothing" "$(ls "$tmp/cache" 2> /dev/null)" ""
is "the report makes it" "$(made report -o "$tmp/run.html" "$tmp/run.rec")" "run.rec: $says"
is "once" "$(made report -o "$tmp/again.html" "$tmp/run.rec")" ""
cmp "$tmp/run.html" "$tmp/again.html" > "$tmp/diff" 2>&1
result $? "the same report"
for command in "export text" detrek "detrek -p" "races" order "debug --batch -e info" "why -n 1"; do
	is "nothing more for $command" "$(made $command "$tmp/run.rec" | grep -c "$says")" 0
done
is "probe, of a run and itself" "$(made probe "$tmp/run.rec" "$tmp/run.rec"; grep -c '^the behaviour is the same' "$tmp/out")" 1
cp "$tmp/run.rec" "$tmp/moved.rec"
is "a copy has the same" "$(made detrek "$tmp/moved.rec") $(folders)" " 1"
(cd "$tmp" && made detrek "run.rec")
is "... in the present folder" "$(cat "$tmp/out") $(folders)" "Success 1"

# A process that makes them is killed before all have their places.
folder=$(find "$tmp/cache" -mindepth 1 -maxdepth 1)
"$TRELLIS" export records -o "$tmp/data" "$tmp/run.rec"
"$TRELLIS" export trace -o "$tmp/trace" "$tmp/run.rec"
rm "$folder/made" && mkdir "$folder/making"
head -c 1000 "$folder/machine.trace" | tee "$folder/making/data.use" > "$tmp/part" && cp "$tmp/part" "$folder/machine.trace"
is "after a making that was broken off" "$(made export records -o "$tmp/again" "$tmp/run.rec"; made export trace -o "$tmp/trace2" "$tmp/run.rec"
	for kind in all config spf std tvm use; do cmp "$tmp/data.$kind" "$tmp/again.$kind" 2>&1; done; cmp "$tmp/trace" "$tmp/trace2" 2>&1)" "run.rec: $says"

# Two processes at once: one makes them, the other waits.
rm -rf "$tmp/cache"
"$TRELLIS" detrek "$tmp/run.rec" > "$tmp/first" 2>&1 &
"$TRELLIS" detrek "$tmp/run.rec" > "$tmp/second" 2>&1
wait $!
is "two readers at once" "$(cat "$tmp/first" "$tmp/second" | sort)" "$(printf '%s\nSuccess\nSuccess' "$tmp/run.rec: $says" | sort)"

# A recording grows while its run continues: of a part of it other files are made.
head -c $(($(stat -c %s "$tmp/run.rec") * 7 / 10)) "$tmp/run.rec" > "$tmp/cut.rec"
is "of a part of a recording" "$(made detrek "$tmp/cut.rec" | sed 's/ up to .*//; s/: the run has not ended.*/: not ended/' | sort -u; "$TRELLIS" export trace -o "$tmp/part" "$tmp/cut.rec" 2> /dev/null
	cmp -s "$tmp/part" "$tmp/trace" || echo another)" "cut.rec: $says
trellis: warning: cut.rec is cut off or damaged: it is used
trellis: warning: cut.rec: not ended
another"
cp "$tmp/run.rec" "$tmp/cut.rec"
is "when the recording has grown" "$(made detrek "$tmp/cut.rec"; cat "$tmp/out")" Success

run --record "$tmp/inside.rec" --monitor
fingerprint=$(grep fingerprint "$tmp/err")
is "with the monitor on the nodes, the records are those" \
	"$("$TRELLIS" export records -o "$tmp/inside" "$tmp/inside.rec" 2> /dev/null; cmp -s "$tmp/inside.all" "$tmp/data.all"; echo $?) $(head -c 4 "$tmp/inside.all")" "1 TMON"
is "that run, until the monitor has ended" "$("$TRELLIS" replay "$tmp/inside.rec" 2>&1 | grep fingerprint)" "$fingerprint"

"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s
"$TRELLIS" boot --record "$tmp/bare.rec" "$tmp/hello.btl" > /dev/null 2>&1
is "a program that was only booted has a trace" "$("$TRELLIS" export text "$tmp/bare.rec" 2> /dev/null | head -1)" \
	"1000.000 send h.0 $(stat -c %s "$tmp/hello.btl")"

# The cache: folders that were not used for long go when it has more than 2 GB; those in use stay.
rm -rf "$tmp/cache" && mkdir -p "$tmp/cache/old" "$tmp/cache/used" "$tmp/cache/mine"
for folder in old used; do
	: > "$tmp/cache/$folder/lock"
	truncate -s 1500M "$tmp/cache/$folder/big"
	touch -d 2001-01-01 "$tmp/cache/$folder/lock"
done
(flock -s 8; "$TRELLIS" detrek "$tmp/run.rec" > "$tmp/out" 2>&1) 8< "$tmp/cache/used/lock"
is "what was not used for long has gone" "$(cd "$tmp/cache" && ls -d old used mine 2> /dev/null | tr '\n' ' ') $(folders)" "mine used  3"

# So do they when there are more than 300.
rm -rf "$tmp/cache"
for i in $(seq 1000 1319); do
	mkdir -p "$tmp/cache/$i"
	touch -d "2001-01-01 +$i minutes" "$tmp/cache/$i/lock"
done
"$TRELLIS" detrek "$tmp/run.rec" > "$tmp/out" 2>&1
is "300 folders are left, the last used ones" "$(cd "$tmp/cache" && ls -d [0-9a-f]* | wc -l) $(cd "$tmp/cache" && ls -d 1[0-9][0-9][0-9] | head -1)" "300 1021"

# Without a place for the cache, a folder of the user's own.
chmod a-w "$tmp/cache"
if [ ! -w "$tmp/cache" ]; then
	is "a cache that cannot be written" "$(TRELLIS_CACHE=$tmp/cache/x XDG_CACHE_HOME= HOME=/nonexistent TMPDIR=$tmp "$TRELLIS" detrek "$tmp/run.rec" 2> /dev/null; ls -d "$tmp"/trellis-of-*)" \
		"Success
$tmp/trellis-of-$(id -u)"
else
	is "a cache that cannot be written # SKIP root may write it" "" ""
fi
is "no home: a folder below TMPDIR" "$(TRELLIS_CACHE= XDG_CACHE_HOME= HOME= TMPDIR=$tmp "$TRELLIS" detrek "$tmp/run.rec" 2> /dev/null; stat -c '%a %u' "$tmp/trellis-of-$(id -u)")" \
	"Success
700 $(id -u)"
mkdir -p "$tmp/open/trellis-of-$(id -u)" && chmod 777 "$tmp/open/trellis-of-$(id -u)"
is "... which nobody else may write" "$(TRELLIS_CACHE= XDG_CACHE_HOME= HOME= TMPDIR=$tmp/open "$TRELLIS" detrek "$tmp/run.rec" 2>&1)" \
	"trellis: no folder can be made for files from recordings: set TRELLIS_CACHE to the absolute name of a folder"

# The last runs are recorded without being asked, and the latest has a name.
export TRELLIS_CACHE=$tmp/runs TRELLIS_RECORD=
expect "no run yet" 2 "$TRELLIS" replay last <<END
trellis: no run is recorded yet: 'trellis run', 'boot' and 'shell' record runs
END
for n_runs in $(seq 22); do
	"$TRELLIS" boot "$tmp/hello.btl" > "$tmp/out" 2> "$tmp/err"
done
is "the last 20 runs are kept" "$(ls "$tmp/runs/runs" | grep -c 'hello.rec$')" 20
run
is "the latest" "$("$TRELLIS" replay last 2>&1 | grep fingerprint)" "$(grep fingerprint "$tmp/err")"
is "nothing is said of it" "$(grep -c 'is recorded' "$tmp/err")" 0
run --fault 'crash 1 at +60ms'
is "unless the run has failed" "$? $(tail -1 "$tmp/err" | sed "s|$tmp/runs/runs/[-0-9]*quad|PATH|")" \
	"1 the run is recorded in PATH.rec; ask 'trellis why last', 'debug', 'report', 'races'"
is "which detrek explains" "$("$TRELLIS" detrek last 2> /dev/null | head -1)" Failure
: > "$tmp/last" && is "a file of that name comes first" "$(cd "$tmp" && "$TRELLIS" replay last 2>&1)" \
	"trellis: last: not a recording; 'trellis run --record FILE' makes one"
count=$(ls "$tmp/runs/runs" | wc -l)
run --record none
TRELLIS_RECORD=none run
is "none, if that is wished" "$(ls "$tmp/runs/runs" | wc -l)" "$count"
echo "1..$n"
