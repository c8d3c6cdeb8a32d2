#!/bin/bash
# The applications on the host: each gives the output that stands in its folder, however its tasks
# are split; the sanitizers find nothing.
. tests/apps/native.sh
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=0
ok() { # name, status
	n=$((n + 1))
	if [ "$2" = 0 ]; then echo "ok $n - $1"; else echo "not ok $n - $1"; fi
}

# as_expected DIR FILE: is that file what the folder says?
as_expected() {
	if [ -f "$1/expected.txt" ]; then
		diff "$2" "$1/expected.txt" | head -5 | sed 's/^/# /'
		cmp -s "$2" "$1/expected.txt"
	else
		[ "$(sha256sum < "$2" | cut -d' ' -f1)" = "$(cut -d' ' -f1 "$1/expected.sha256")" ]
	fi
}

native_math "$tmp/math.o"
for vms in programs/*/{mandel,ray,group,simulated,farm,msort,quad,queens}.vms; do
	[ -f "$vms" ] || continue
	app=$(basename "$vms" .vms)
	native "$tmp/$app" "$vms" "$tmp/math.o" gcc -O2
	ok "$app builds" $?
	run_native "$tmp/$app" "$vms" > "$tmp/out"
	as_expected "$(dirname "$vms")" "$tmp/out"
	ok "$app" $?
	if grep -q DCVM "$vms"; then
		for split in 2,1 2,4 4,2 4,4 16,1 ${LONG:+2,9 8,2}; do
			run_native "$tmp/$app" "$vms" -s $split > "$tmp/out"
			as_expected "$(dirname "$vms")" "$tmp/out"
			ok "$app, split $split" $?
		done
	fi
	native "$tmp/$app.san" "$vms" "$tmp/math.o" clang -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined &&
		ASAN_OPTIONS=detect_leaks=0 run_native "$tmp/$app.san" "$vms" > "$tmp/out"
	as_expected "$(dirname "$vms")" "$tmp/out"
	ok "$app, sanitized" $?
done

LC_ALL=C sort programs/msort/text.txt > "$tmp/sorted"
as_expected programs/msort "$tmp/sorted"
ok "msort sorts as sort does" $?

native "$tmp/bug" programs/group/group-bug.vms "$tmp/math.o" gcc -O2 &&
	run_native "$tmp/bug" programs/group/group-bug.vms > "$tmp/out"
[ "$(cat "$tmp/out")" = "0 line segments in 0 strips; pairs: 0 near, 0 collinear, 0 parallel
0 groups, 0 lines alone" ]
ok "group-bug takes no results" $?

# The bugs of task description files that can be seen without a machine.
bug() { # number, segment's place, expected line
	awk -v b="$1" -v f="$2" '/^0 /{ print; $1 = 3; $f = b; print; $1 = 4; $f = 0; print; exit }' \
		programs/simulated/ok.dat > "$tmp/bug.dat"
	"$tmp/simulated" -n 10 -- "$tmp/bug.dat" > "$tmp/out" 2>&1
	grep -q -- "$3" "$tmp/out"
	ok "bug $1 in field $2: $3" $?
}
bug 0 4 '^10 tasks: 10 right'
bug 3 4 '^task 3: wrong'
bug 3 7 '^task 3: wrong'
bug 2 7 'compute_fn(): no result for task 3'
bug 6 7 'compute_fn(): put_result was called more than 1 times for task 3'
bug 4 7 '^simulated: a crash'
bug 6 4 '11 tasks were made, and 10 announced'
echo "1..$n"
