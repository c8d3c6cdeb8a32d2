#!/bin/bash
# Memory that is freed and used again is another object: of the C library's heap, with and without a kernel, and of the kernel's.
. tests/tap.sh
here=tests/detrek/debug/heap
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain: without what other builds have otherwise.
plain() {
	sed -E "s#\b[0-9]+(\.[0-9]+)?[mun]?s\b#TIME#g; s#before instruction [0-9]+#before instruction N#; s#0x[0-9a-f]+#ADDRESS#g; s#\[[0-9.]+ #[P #
		s#^[0-9]+\b#LINE#; s#\.c:[0-9]+\$#.c:LINE#; s#$PWD/##g
		/^\[P kernel\] link_/,+1d"
}

"${build:-build}/trellis-cc" -O0 -g -o "$tmp/bare.elf" $here/reuse.c
"$TRELLIS" boot --record "$tmp/bare" "$tmp/bare.elf" > "$tmp/out" 2>&1
for kind in heap blocks; do
	"${build:-build}/trellis-cc" --kernel -O0 -g $([ $kind = heap ] || echo -DKERNEL_BLOCKS) -o "$tmp/$kind.elf" $here/reuse.c
	printf 'spread\nloadgo n1 %s\n' "$tmp/$kind.elf" > "$tmp/script"
	"$TRELLIS" shell --record "$tmp/$kind" programs/pair.topo "$tmp/script" > "$tmp/out" 2>&1
done
for kind in bare heap blocks; do
	"$TRELLIS" debug --batch -x $here/session.cmd "$tmp/$kind" > "$tmp/out" 2>&1
	plain < "$tmp/out" > "$tmp/found"
	[ -z "$UPDATE" ] || cp "$tmp/found" $here/$kind.out
	diff $here/$kind.out "$tmp/found" > "$tmp/diff"
	result $? "$kind"
done
echo "1..$n"
