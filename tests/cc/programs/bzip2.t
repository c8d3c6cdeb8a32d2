#!/bin/bash
# bzip2 as it comes, on a node: it unpacks its own samples, and packs them as it does on this host. BZIP2=DIR: the directory
# of bzip2's source.
. tests/tap.sh
[ -n "$BZIP2" ] || { echo "1..0 # SKIP BZIP2=DIR names no directory of bzip2's source"; exit; }
sources=()
for part in bzip2 blocksort bzlib compress crctable decompress huffman randtable; do
	sources+=("$BZIP2/$part.c")
done
echo '#define BZ_VERSION "here"' > "$tmp/bz_version.h"
options=(-O1 -w -DBZ_UNIX=1 -I"$tmp")
gcc "${options[@]}" "${sources[@]}" -o "$tmp/host" || exit 1
"$TRELLIS" cc "${options[@]}" --heap 8M "${sources[@]}" -o "$tmp/bzip2.elf" 2> "$tmp/said"
is "compiled as it comes" "$? $(grep -vc 'warning: .* always fails: ' "$tmp/said")" "0 0"

samples=$(find "$BZIP2/" -name 'sample*.bz2' | sort)
for sample in $samples; do
	name=$(basename "$sample" .bz2)
	cp "$sample" "$tmp/$name.bz2"
	"$tmp/host" -dc "$tmp/$name.bz2" > "$tmp/$name"
	is "$name is unpacked" "$("$TRELLIS" boot --root "$tmp" "$tmp/bzip2.elf" -dc "$name.bz2" 2> "$tmp/said" | md5sum)" \
		"$(md5sum < "$tmp/$name")"
	for level in 1 9; do
		is "... and packed with -$level" \
			"$("$TRELLIS" boot --root "$tmp" "$tmp/bzip2.elf" -c$level "$name" 2> "$tmp/said" | md5sum)" \
			"$("$tmp/host" -c$level "$tmp/$name" | md5sum)"
	done
done
is "there were samples" "$(echo $samples | grep -c sample)" 1
echo "1..$n"
