#!/bin/bash
# Runs that share a build directory, at the same time: none reads what another one is making.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
n=0

echo 1..4

check() {
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

# result OPTION...: what a run prints, without what the host decides
result() {
	timeout 300 "$TRELLIS" run -b "$temp/build" -p "$temp/$BASHPID" "$@" programs/quad/quad.vms 2>&1 |
		grep -v ' simulated in '
}

mkdir "$temp/build"
for i in 1 2 3; do
	for way in off outside; do result --monitor=$way > "$temp/$i.$way" & done
done
wait
result --monitor=off > "$temp/off"
result --monitor=outside > "$temp/outside"
for way in off outside; do
	grep -q '^fingerprint' "$temp/$way" && cmp "$temp/$way" "$temp/1.$way" &&
		cmp "$temp/$way" "$temp/2.$way" && cmp "$temp/$way" "$temp/3.$way"
	check "six runs at the same time, those with --monitor=$way" $?
done

flock "$temp/build" timeout 5 "$TRELLIS" run --make -b "$temp/build" \
	programs/quad/quad.vms > /dev/null 2>&1
[ $? = 124 ]
check "a run waits until another process has left the directory" $?

timeout 300 "$TRELLIS" swarm -j 4 4 -b "$temp/build" programs/quad/quad.vms > "$temp/swarm" 2>&1
check "the runs of a swarm share the directory" $?
