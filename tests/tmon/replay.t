#!/bin/bash
# The monitor's records of a recorded run are the same however it is recorded and replayed.
. tests/tap.sh

files() { # of a run's monitor in a directory, without the file's own name
	(cd "$1" && for kind in all tvm std use spf tree config; do
		[ -e "data.$kind" ] && sed "s|$1/||" "data.$kind" | md5sum | sed "s/-/$kind/"
	done)
}
record() { # FILE OPTION...: record a run
	"$TRELLIS" run -o /dev/null -b "$tmp/build" --record "$@" > "$tmp/said" 2>&1
}
records() { # DIR RECORDING: of the monitor
	rm -rf "$1" && mkdir "$1"
	"$TRELLIS" export records -o "$1/data" "$2" > "$tmp/said" 2>&1
}

# again NAME APP OPTION...: the same run, recorded with moments, and without in lockstep by the interpreter
again() {
	local name=$1 app=$2
	shift 2
	record "$tmp/one.rec" --moments 5 "$@" "$app"
	record "$tmp/two.rec" --moments 0 --sync lockstep --engine interpreter "$@" "$app"
	records "$tmp/one" "$tmp/one.rec"
	records "$tmp/two" "$tmp/two.rec"
	[ -s "$tmp/one/data.std" ] || : > "$tmp/one/data.all" # nothing was compared
	is "$name" "$(files "$tmp/two")" "$(files "$tmp/one")"
}

again "an application" programs/quad/quad.vms
again "another seed" programs/quad/quad.vms --seed 7
again "a tree that detrek gets as a file" programs/quad/quad.vms -T boot
is "... which is among the files" "$(ls "$tmp/one" | grep -c tree)" 1
again "halted processes and stopped nodes" programs/simulated/dc.vms
cp -r programs/simulated "$tmp/none"
sed -i '/^49/s/ 4 / 2 /' "$tmp/none/dc.dat"
again "processes that were halted, each on its node" "$tmp/none/dc.vms"
again "a run that is stopped early" programs/quad/quad.vms --until 900ms
again "a fault" programs/quad/quad.vms --fault "crash n3 at 800ms"
again "on 75 nodes" programs/msort/msort.vms -t programs/ubc75.topo -n 75 --until 1200ms

"$TRELLIS" as --raw -o "$tmp/hello.btl" programs/hello/hello.s
"$TRELLIS" boot --record "$tmp/bare.rec" "$tmp/hello.btl" > /dev/null 2>&1
records "$tmp/bare" "$tmp/bare.rec"
is "a run without an application" "$? $(tail -1 "$tmp/said") $(ls "$tmp/bare")" \
	"2 trellis: $tmp/bare.rec: no application begins on two nodes or more in this run, so there are no records; 'trellis run --record FILE' records applications "
echo "1..$n"
