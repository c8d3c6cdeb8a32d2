#!/bin/bash
# -g: the code is the same, and binutils and LLVM find no fault with what is said of it. LONG: all programs of c/.
. tests/cc/cc.sh

code() { # FILE: the bytes that are loaded
	objcopy -I elf32-little -O binary -j .text -j .rodata -j .data "$1" "$tmp/code" && cat "$tmp/code"
}

same_code() { # FILE LEVEL
	"$TRELLIS" cc -w $2 "$1" -o "$tmp/plain.elf" && "$TRELLIS" cc -w -g $2 "$1" -o "$tmp/debug.elf" \
		&& code "$tmp/plain.elf" >"$tmp/plain" && code "$tmp/debug.elf" >"$tmp/debug" \
		&& [ -s "$tmp/plain" ] && cmp "$tmp/plain" "$tmp/debug"
}

# verified: LLVM checks references and addresses; its own complaint is that it has no transputer.
verified() {
	local out

	out=$(llvm-dwarfdump-14 --verify "$tmp/debug.elf" 2>&1)
	grep -q "No errors" <<<"$out" && ! grep -iE "error:|warning:" <<<"$out" | grep -v triple | grep .
}

quiet() { # readelf and objdump read all of it, and have no warning
	readelf --debug-dump=info,abbrev,line,decodedline,frames,loc,aranges,Ranges,str "$tmp/debug.elf" \
		>"$tmp/out" 2>"$tmp/err" && objdump -h "$tmp/debug.elf" >"$tmp/sections" 2>>"$tmp/err" \
		&& ! [ -s "$tmp/err" ] && grep -q DW_TAG_compile_unit "$tmp/out" && grep -q '\.debug_info' "$tmp/sections"
}

programs=(tests/cc/c/{calls,control,transputer,vectors}.c)
[ -n "$LONG" ] && programs=(tests/cc/c/*.c)
echo "1..$((${#programs[@]} * 6))"
for c in "${programs[@]}"; do
	for level in -O0 -O2; do
		ok "$(basename "$c") $level: the same code" same_code "$c" $level
		ok "  LLVM verifies it" verified
		ok "  readelf and objdump do not complain" quiet
	done
done
