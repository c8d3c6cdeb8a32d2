#!/bin/bash
# Runs that share a build directory, at the same time: none reads what another one is making.
. tests/tap.sh

echo 1..5

# run OPTION...: what a run prints, without what the host decides
run() {
	"$TRELLIS" run -b "$tmp/build" --record "$tmp/$BASHPID.rec" "$@" programs/quad/quad.vms 2>&1 |
		grep -v ' simulated in '
}

mkdir "$tmp/build"
for i in 1 2 3; do
	for way in off none; do run --monitor=$way > "$tmp/$i.$way" & done
done
wait
run --monitor=off > "$tmp/off"
run --monitor=none > "$tmp/none"
for way in off none; do
	grep -q '^fingerprint' "$tmp/$way" && cmp "$tmp/$way" "$tmp/1.$way" &&
		cmp "$tmp/$way" "$tmp/2.$way" && cmp "$tmp/$way" "$tmp/3.$way"
	result $? "six runs at the same time, those with --monitor=$way"
done

exec 9< "$tmp/build"
flock 9
"$TRELLIS" run --make -b "$tmp/build" programs/quad/quad.vms > "$tmp/waited" 2>&1 9<&- &
await sleeps $!
kill -0 $! && [ ! -s "$tmp/waited" ]
result $? "a run waits until another process has left the directory"
flock -u 9
wait $!
result $? "... and goes on then"

"$TRELLIS" swarm -j 4 4 -b "$tmp/build" programs/quad/quad.vms > "$tmp/swarm" 2>&1
result $? "the runs of a swarm share the directory"
