#!/bin/bash
# trellis cc as a command: options, exit statuses, messages, outputs.
. tests/cc/cc.sh

echo "1..16"
cd "$tmp" || exit 3
printf 'int helper(int x);\nint main(void) { return helper(4); }\n' >main.c
printf 'int unused_thing;\nint helper(int x) { return x + 1; }\nint never(void) { return 9; }\n' >helper.c
printf 'int main(void) { return undefined_thing; }\n' >bad.c
printf '#include <stdio.h>\nint main(int n, char **v) { printf("%%d %%s\\n", n, v[n - 1]); return 5; }\n' >args.c
printf '#define TWICE(x) (2 * (x))\nint y = TWICE(4);\n' >macro.c
printf '\t.global\thelper\nhelper:\tldl\t2\n\tadc\t1\n\tret\n' >helper.s

status() { # WANTED COMMAND...
	local wanted=$1

	shift
	"$@" >stdout 2>stderr
	[ $? -eq "$wanted" ]
}

cc=("$TRELLIS" cc)
ok "two files" status 0 "${cc[@]}" main.c helper.c -o a.elf
ok "its exit status" status 5 "$TRELLIS" boot a.elf
ok "objects" status 0 "${cc[@]}" -O1 -c main.c helper.c
ok "objects linked" status 0 "${cc[@]}" main.o helper.o -o b.elf --map b.map
ok "unneeded parts are left out" bash -c '! grep -q never b.map && grep -q helper b.map'
ok "--no-gc keeps them" bash -c '"$0" cc --no-gc main.o helper.o -o b.elf --map c.map && grep -q never c.map' "$TRELLIS"
ok "assembly beside C" status 0 "${cc[@]}" main.c helper.s -o d.elf
ok "its exit status" status 5 "$TRELLIS" boot d.elf
ok "-S, and its output linked" bash -c '"$0" cc -O2 -S helper.c -o helper2.s && "$0" cc main.c helper2.s -o e.elf && "$0" boot e.elf 2>err; [ $? -eq 5 ]' "$TRELLIS"
ok "-E" bash -c '"$0" cc -E macro.c | grep -q "y = (2 \* (4))"' "$TRELLIS"
ok "an undefined name: clang's message, status 2" status 2 "${cc[@]}" bad.c
ok "  and nothing of ours" bash -c 'grep -q "bad.c:1:25: error" stderr && ! grep -q trellis stderr'
ok "a missing function: status 2, with file and line" status 2 "${cc[@]}" -g main.c
ok "  named" grep -q "main.c:2.*helper is not defined" stderr
ok "a name defined twice" bash -c '! "$0" cc -g helper.c helper.s main.c -o f.elf 2>err && grep -q "helper is defined twice" err' "$TRELLIS"
ok "arguments" bash -c '"$0" cc args.c -o g.elf && "$0" boot g.elf x yz 2>err | grep -q "^3 yz$"' "$TRELLIS"
