#!/bin/bash
# trellis replay --monitor=outside: a run recorded without the monitor gives the files of a run with it.
. tests/tap.sh

files() { # of a run's monitor in a directory, without the file's own name
	(cd "$1" && for kind in all tvm std use spf tree config; do
		[ -e "data.$kind" ] && sed "s|$1/||" "data.$kind" | md5sum | sed "s/-/$kind/"
	done)
}

# again NAME APP OPTION...: record a run without the monitor; compare the files of its replay with those of a run
again() {
	local name=$1 app=$2
	shift 2
	rm -rf "$tmp/plain" "$tmp/run" "$tmp/replay"
	mkdir "$tmp/run" "$tmp/replay"
	"$TRELLIS" run -o /dev/null -b "$tmp/build" --monitor=none --record "$tmp/plain" "$@" "$app" > "$tmp/said" 2>&1
	"$TRELLIS" run -o /dev/null -b "$tmp/build" --monitor=outside -p "$tmp/run/data" "$@" "$app" > "$tmp/said" 2>&1
	"$TRELLIS" replay --monitor=outside -p "$tmp/replay/data" "$tmp/plain" > "$tmp/said" 2>&1
	[ -s "$tmp/run/data.std" ] || : > "$tmp/run/data.all" # nothing was compared
	is "$name" "$(files "$tmp/replay")" "$(files "$tmp/run")"
}

again "an application" programs/quad/quad.vms
again "another seed" programs/quad/quad.vms --seed 7
again "a tree that detrek gets as a file" programs/quad/quad.vms -T boot
again "halted processes and stopped nodes" programs/simulated/dc.vms
cp -r programs/simulated "$tmp/none"
sed -i '/^49/s/ 4 / 2 /' "$tmp/none/dc.dat"
again "processes that were halted, each on its node" "$tmp/none/dc.vms"
again "a run that is stopped early" programs/quad/quad.vms --until 900ms
again "a fault" programs/quad/quad.vms --fault "crash n3 at 800ms"
again "on 75 nodes" programs/msort/msort.vms -t programs/ubc75.topo -n 75 --until 1200ms

"$TRELLIS" replay --monitor=outside -p "$tmp/replay/data" --sync lockstep --trace "$tmp/trace" "$tmp/plain" > "$tmp/said" 2>&1
is "in lockstep, with a trace" "$(files "$tmp/replay")" "$(files "$tmp/run")"

"$TRELLIS" replay --monitor=outside -p "$tmp/replay/data" --until 1ms "$tmp/plain" > "$tmp/said" 2>&1
is "nothing to monitor yet" "$? $(tail -1 "$tmp/said")" "2 trellis: --monitor: the replay ended before the application began"
"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s
"$TRELLIS" boot --record "$tmp/bare" "$tmp/hello.btl" > /dev/null 2>&1
"$TRELLIS" replay --monitor=outside -p "$tmp/data" "$tmp/bare" > "$tmp/said" 2>&1
is "a run without an application" "$? $(tail -1 "$tmp/said")" "2 trellis: --monitor: in the run recorded in $tmp/bare, no application begins on two nodes or more; 'trellis run --record DIR' records applications"
is "no files are made then" "$(ls "$tmp"/data* 2> /dev/null)" ""
while read -r options; do
	"$TRELLIS" replay $options "$tmp/plain" 2>&1
done > "$tmp/said" <<'END'
--monitor=inside -p x
--monitor=outside
-p x
--monitor=outside -p x --from 1ms
END
is "options that do not go together" "$(cat "$tmp/said")" "trellis: replay: a recorded run can only be monitored from outside: --monitor=outside
trellis: --monitor needs a file name for its records: add --prefix PREFIX
trellis: --prefix names the monitor's files: add --monitor=outside
trellis: --monitor observes the run from its beginning, and cannot be combined with --from, --task, --view, --picture or --screen"
echo "1..$n"
