#!/bin/bash
# Wren as it comes, on a node: its own tests print what they print on this host, and end with the same status. WREN=DIR: the
# directory of Wren's source. Left out are those that need more than 32 MB, or ten minutes of a transputer's time, or that
# print the size of a long.
. tests/tap.sh
[ -n "$WREN" ] || { echo "1..0 # SKIP WREN=DIR names no directory of Wren's source"; exit; }
cd "$WREN" || exit 1
sources=(src/vm/*.c src/optional/*.c test/*.c test/api/*.c)
options=(-O1 -w -Isrc/include -Isrc/vm -Isrc/optional -Itest)
gcc "${options[@]}" "${sources[@]}" -lm -o "$tmp/host" || exit 1
"$TRELLIS" cc "${options[@]}" --heap 8M "${sources[@]}" -o "$tmp/wren.elf" > "$tmp/diff" 2>&1
result $? "compiled as it comes"

folders=(test/core/list test/language/class)
[ -n "$LONG" ] && folders=(test/core test/language test/limit test/regression test/meta test/random test/api)
for script in $(find "${folders[@]}" -name '*.wren' | sort); do
	case $script in
	*/deeply_nested_gc.wren | */many_reallocations.wren | */sample_count_*.wren | */*_too_large.wren) continue ;;
	esac
	"$tmp/host" "$script" > "$tmp/wanted" 2> "$tmp/said"
	echo "status $?" | cat "$tmp/said" - >> "$tmp/wanted"
	"$TRELLIS" boot --root . --record none "$tmp/wren.elf" "$script" > "$tmp/found" 2> "$tmp/said"
	echo "status $?" | cat "$tmp/said" - >> "$tmp/found"
	grep -v '^fingerprint ' "$tmp/found" | diff "$tmp/wanted" - > "$tmp/diff"
	result $? "$script"
done
echo "1..$n"
