#!/bin/bash
# Bugs that plant.py has planted in applications: each session finds its bug, by what the debugger prints.
. tests/tap.sh
here=tests/detrek/debug/planted
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain: without times, counts, addresses, numbers of processes, and the lines of TrEK, the kernel and
# the C library, which change with them.
plain() {
	sed -E "s#\b[0-9]+(\.[0-9]+)?[mun]?s\b#TIME#g; s#before instruction [0-9]+#before instruction N#; s#0x[0-9a-f]+#ADDRESS#g; s#\[([0-9]+)\.[0-9]+ #[\1.P #; s#$PWD/##g; s#$tmp/##g
		s#((trek|kernel)/[^ :]*):[0-9]+#\\1:LINE#g" | sed -E '/:LINE$/ { n; s#^[0-9]+\t#LINE\t# }'
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
	plain < "$tmp/all" > "$tmp/found"
	[ -z "$UPDATE" ] || cp "$tmp/found" "$here/$bug.out"
	diff "$here/$bug.out" "$tmp/found" > "$tmp/diff"
	result $? "$(sed -n 1p "$patch")"
done

python3 $here/dap.py "$TRELLIS" "$tmp" 2>&1 | sed -E 's#0x[0-9a-f]+#ADDRESS#g' > "$tmp/found"
[ -z "$UPDATE" ] || cp "$tmp/found" $here/dap.out
diff $here/dap.out "$tmp/found" > "$tmp/diff"
result $? "eight of them, over the protocol"
echo "1..$n"
