#!/bin/bash
# What a recorded run leaves to be made from its recording: it is made when it is first read, and is what a run writes that
# is monitored and traced while it runs.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
app=programs/quad/quad.vms

run() { # OPTION...
	"$TRELLIS" run -o /dev/null -b "$tmp/build" "$@" $app > "$tmp/out" 2> "$tmp/err"
}
says="making the run's trace and records from its recording"
made() { # what a command said on standard error while it read the folder
	"$TRELLIS" "$@" 2>&1 > "$tmp/out" | sed "s|$tmp/||"
}
whole() { # DIR: its files, but for the recording and what the run itself has written
	(cd "$1" && ls | grep -vxE 'command|files|recording|report.txt|run.json|data.json')
}
files="data.all
data.config
data.spf
data.std
data.tvm
data.use
machine.functions
machine.trace
made"
same() { # DIR: are its files those of the run that was observed while it ran?
	for kind in all config spf std tvm use; do
		cmp "$1/data.$kind" "$tmp/data.$kind"
	done
	cmp "$1/machine.trace" "$tmp/trace"
}

run --monitor=outside -p "$tmp/data" --trace "$tmp/trace"
run --record "$tmp/run" --moments 5
is "a recorded run writes neither trace nor records" "$(whole "$tmp/run")" ""
for folder in export tvmfilter detrek probe broken both cut moved; do
	cp -r "$tmp/run" "$tmp/$folder"
done

is "the report makes them" "$(made report -o "$tmp/run.html" "$tmp/run"; whole "$tmp/run")" "run: $says
$files"
is "as they would have been written" "$(same "$tmp/run" 2>&1)" ""
is "once" "$(made report -o "$tmp/again.html" "$tmp/run")" ""
cmp "$tmp/run.html" "$tmp/again.html" > "$tmp/diff" 2>&1
result $? "the same report"

is "an export makes them" "$(made export text "$tmp/export"; same "$tmp/export" 2>&1)" "export: $says"
is "tvmfilter makes them" "$(made tvmfilter -p "$tmp/tvmfilter/data"; same "$tmp/tvmfilter" 2>&1)" "tvmfilter: $says"
is "detrek makes them" "$(made detrek "$tmp/detrek"; same "$tmp/detrek" 2>&1)" "detrek: $says"
is "probe makes them" "$(made probe "$tmp/run/data" "$tmp/probe/data"; same "$tmp/probe" 2>&1)" "probe: $says"
is "in the present folder" "$(cd "$tmp/moved" && made detrek; same . 2>&1)" ".: $says"

# A process that makes them is killed before all have their places.
mkdir "$tmp/broken/making"
head -c 1000 "$tmp/run/machine.trace" | tee "$tmp/broken/making/data.use" > "$tmp/broken/machine.trace"
is "after a making that was broken off" "$(made export text "$tmp/broken"; same "$tmp/broken" 2>&1; whole "$tmp/broken")" \
	"broken: $says
$files"

# Two processes at once: one makes them, the other waits.
"$TRELLIS" detrek -p "$tmp/both/data" > "$tmp/first" 2>&1 &
"$TRELLIS" detrek -p "$tmp/both/data" > "$tmp/second" 2>&1
wait $!
is "two readers at once" "$(cat "$tmp/first" "$tmp/second" | sort; same "$tmp/both" 2>&1)" \
	"$({ echo "$tmp/both: $says"; "$TRELLIS" detrek -p "$tmp/run/data"; "$TRELLIS" detrek -p "$tmp/run/data"; } | sort)"

# A recording grows while its run continues: what was made from its beginning is made anew.
size=$(stat -c %s "$tmp/run/recording")
head -c $((size / 2)) "$tmp/run/recording" > "$tmp/cut/recording"
is "of a part of a recording" "$(made detrek -p "$tmp/cut/data" | sed 's/ up to .*//'
	cmp -s "$tmp/cut/machine.trace" "$tmp/trace" || echo another)" "trellis: warning: cut/recording is cut off or damaged: it is used
cut: $says
another"
cp "$tmp/run/recording" "$tmp/cut/recording"
is "when the recording has grown" "$(made detrek -p "$tmp/cut/data"; same "$tmp/cut" 2>&1)" "cut: $says"

run --record "$tmp/run" --monitor=none
is "nothing of an earlier run remains" "$(whole "$tmp/run")" ""
is "a run without a monitor has a trace only" "$(made export text "$tmp/run"; whole "$tmp/run"; cmp "$tmp/run/machine.trace" "$tmp/trace" 2>&1)" \
	"run: $says
machine.functions
machine.trace
made"
run --record "$tmp/elsewhere" -p "$tmp/other" --trace "$tmp/beside"
is "records and a trace that are wanted elsewhere are written at once" \
	"$(for kind in all spf std tvm use; do cmp "$tmp/data.$kind" "$tmp/other.$kind" 2>&1; done; cmp "$tmp/beside" "$tmp/trace" 2>&1)" ""

run --record "$tmp/inside" --monitor
fingerprint=$(grep fingerprint "$tmp/err")
is "with the monitor on the nodes, only the trace is made" "$(whole "$tmp/inside"; made export text "$tmp/inside")" \
	"$(grep -v 'made\|machine' <<< "$files")
inside: $says"
is "that run, until the monitor has ended" "$("$TRELLIS" replay "$tmp/inside" 2>&1 | grep fingerprint)" "$fingerprint"

"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s
"$TRELLIS" boot --record "$tmp/bare" "$tmp/hello.btl" > /dev/null 2>&1
is "nothing is made for a program that was only booted" "$(made export text "$tmp/bare"; whole "$tmp/bare")" \
	"trellis: cannot open bare/machine.trace: No such file or directory"
mkdir "$tmp/other" && cp "$tmp"/data.* "$tmp/other" && echo 'my own' > "$tmp/other/recording"
is "a file of that name that is none of ours" "$(made detrek -p "$tmp/other/data"; cat "$tmp/out")" Success
echo "1..$n"
