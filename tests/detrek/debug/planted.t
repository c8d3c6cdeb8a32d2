#!/bin/bash
# Bugs that plant.py has planted in applications: each session finds its bug, by what the debugger prints.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug/planted
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain_session: as plain, and without nodes; and of bug 101, which of two endless loops stops depends on what lies behind
# the array.
plain_session() {
	plain | any_node | sed -E '/ at 101\/lines\.c:5[68]$/ { s#merge_runs .*#merge_runs#; n; d }; s#^(5[68]) >#\1#; s#(merge_runs lines\.c) 5[68] .*#\1#'
}

for patch in $here/*.patch; do
	bug=$(basename "$patch" .patch)
	app=$(sed -n '1s/:.*//p' "$patch")
	args=()
	case $app in
		queens) args=(-- 5);;
		ray) args=(-- 12 8);;
	esac
	cp -r "programs/$app" "$tmp/$bug" && patch -s -d "$tmp/$bug" -p1 < "$patch" || echo "not ok - $patch does not fit"
	"$TRELLIS" run -n 8 --until 20s -b "$tmp" --record "$tmp/run-$bug" -o "$tmp/out" "$tmp/$bug/$app.vms" "${args[@]}" > "$tmp/report" 2>&1
	"$TRELLIS" debug --batch -x "$here/$bug.cmd" "$tmp/run-$bug" > "$tmp/all" 2>&1
	plain_session < "$tmp/all" > "$tmp/found"
	golden "$here/$bug.out" "$(sed -n 1p "$patch")"
done

python3 $here/dap.py "$TRELLIS" "$tmp" 2>&1 | plain_session > "$tmp/found"
golden $here/dap.out "eight of them, over the protocol"
echo "1..$n"
