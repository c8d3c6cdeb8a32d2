#!/bin/bash
# What the compiler does not know is refused by name: each file of refuse/ is a mistake that is told as its .err says, at two
# levels, with exit status 2 and nothing written.
. tests/cc/cc.sh

files=(tests/cc/refuse/*.c tests/cc/refuse/*.ll)
echo "1..$((2 * ${#files[@]}))"
for file in "${files[@]}"; do
	for level in -O0 -O2; do
		flags=($(sed -n 's,^/\* flags: \(.*\) \*/,\1,p' "$file"))
		"$TRELLIS" cc -S "${flags[@]}" $level "$file" -o "$tmp/a.s" >"$tmp/out" 2>&1
		echo "status $?" >>"$tmp/out"
		[ -e "$tmp/a.s" ] && echo written >>"$tmp/out"
		same "$(basename "$file") $level" "${file%.*}.err" "$tmp/out" /dev/null
		rm -f "$tmp/a.s"
	done
done
