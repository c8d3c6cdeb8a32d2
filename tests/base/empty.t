#!/bin/bash
# Every reader, given an empty file: a mistake (2) with the file's name, and under sanitizers nothing worse.
. tests/tap.sh
mkdir "$tmp/d"
cd "$tmp/d" || exit
for f in empty.vms empty.topo empty.elf empty.btl empty.s empty.snap empty.sem empty.mtr empty.ssg empty.dcfg empty.trace data.all data.tvm \
	data.spf data.std data.json empty.faults empty.bounds empty.tree empty.messages only.tvm event.std event.config; do
	: > "$f"
done
printf 'trellis recording 3\n' > record
printf '8 2 100 2 5\n' | tee event.spf > only.spf
printf '1 0 send 1 0 0\n' > event.tvm
application=$OLDPWD/programs/queens/queens.vms

# given STATUS NAME COMMAND...: with each program that there is; of a mistake, the file is named
given() {
	local want=$1 name=$2 program
	shift 2
	for program in "$TRELLIS" "$SANITIZED"; do
		[ -x "$program" ] || continue
		[ "$1" = view ] && [ ! -x "$program-view" ] && continue # no window there
		timeout -k 1 600 "$program" "$@" > "$tmp/out" 2> "$tmp/diff" < /dev/null
		status=$?
		[ $status = "$want" ] && { [ "$want" != 2 ] || grep -qE 'empty|data|only|record' "$tmp/diff"; }
		result $? "$name (status $status)"
	done
}
refused() { given 2 "$@"; }
refused "an application" run empty.vms
refused "a topology" topo empty.topo
refused "a topology of the shell" shell empty.topo
refused "a boot file" boot empty.btl
refused "an image" dis empty.elf
refused "an image's names" symbols empty.elf
refused "a snapshot" view empty.snap
refused "a snapshot, to go on" boot --raw --restore empty.snap
refused "a semaphore trace" order empty.sem
given 0 "a memory trace: no accesses" races empty.mtr
refused "a static graph" units empty.ssg
given 0 "a graph of no events" simul empty.dcfg
refused "a machine's trace" export text empty.trace
refused "records" tvmfilter -p data
refused "a specification" detrek -p data
refused "events" detrek -p only
refused "a recording" report record
refused "a recording, to run again" replay record
refused "a recording, to look at" debug record
refused "a recording, to list it" info record
refused "a recording, for the tasks" detrek record
refused "figures of runs" probe data data
given 1 "what functions did: one task has no end" detrek --cause -p event
given 0 "how a run unloaded: not known" detrek --bounds event
given 0 "messages: none" detrek --messages empty.messages -p event
refused "a tree" detrek -t empty.tree -p event
[ -e "$(dirname "$TRELLIS")/node/trek/libtrek.a" ] && {
	refused "bounds" run --monitor=@empty.bounds -b "$tmp/build" "$application"
	# a sanitized build has no compiler
	SANITIZED= given 0 "a script of faults: none" run --faults empty.faults -b "$tmp/build" "$application" -- 4
}
echo "1..$n"
