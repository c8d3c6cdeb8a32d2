#!/bin/bash
# Memory that is freed and used again is another object: of the C library's heap, with and without a kernel, and of the kernel's.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug/heap
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# plain_session: as plain, and without lines and numbers of processes, which differ from one kind to another.
plain_session() {
	plain | sed -E 's#\[[0-9.]+ #[P #; s#^[0-9]+\b#LINE#; s#\.c:[0-9]+$#.c:LINE#
		/^\[P kernel\] link_/,+1d'
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
	plain_session < "$tmp/out" > "$tmp/found"
	golden $here/$kind.out "$kind"
done
echo "1..$n"
