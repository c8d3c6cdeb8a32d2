#!/bin/bash
# Runs that share a build directory, at the same time: none reads what another one is making.
. tests/tap.sh

echo 1..4

# run OPTION...: what a run prints, without what the host decides
run() {
	timeout 300 "$TRELLIS" run -b "$tmp/build" -p "$tmp/$BASHPID" "$@" programs/quad/quad.vms 2>&1 |
		grep -v ' simulated in '
}

mkdir "$tmp/build"
for i in 1 2 3; do
	for way in off outside; do run --monitor=$way > "$tmp/$i.$way" & done
done
wait
run --monitor=off > "$tmp/off"
run --monitor=outside > "$tmp/outside"
for way in off outside; do
	grep -q '^fingerprint' "$tmp/$way" && cmp "$tmp/$way" "$tmp/1.$way" &&
		cmp "$tmp/$way" "$tmp/2.$way" && cmp "$tmp/$way" "$tmp/3.$way"
	result $? "six runs at the same time, those with --monitor=$way"
done

flock "$tmp/build" timeout 5 "$TRELLIS" run --make -b "$tmp/build" \
	programs/quad/quad.vms > /dev/null 2>&1
[ $? = 124 ]
result $? "a run waits until another process has left the directory"

timeout 300 "$TRELLIS" swarm -j 4 4 -b "$tmp/build" programs/quad/quad.vms > "$tmp/swarm" 2>&1
result $? "the runs of a swarm share the directory"
