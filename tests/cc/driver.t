#!/bin/bash
# trellis cc as a command: options, exit statuses, messages, outputs.
. tests/cc/cc.sh

echo "1..51"
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
ok "  without -g too" bash -c '! "$0" cc main.c -o f.elf 2>err && grep -q "^main.c:2: helper is not defined; " err' "$TRELLIS"
printf 'int fork(void);\nint main(void) { return fork(); }\n' >absent.c
ok "what the library lacks for a reason" bash -c '! "$0" cc absent.c -o f.elf 2>err &&
	[ "$(head -1 err)" = "absent.c:2: fork is not defined: a node runs one program, and has no other processes of POSIX" ]' "$TRELLIS"
printf '#include <sys/stat.h>\nint main(void) { return chmod("a", 0700); }\n' >fails.c
ok "what always fails: a warning" bash -c '"$0" cc fails.c -o f.elf 2>err && [ "$(cat err)" = \
	"fails.c:2: warning: chmod always fails: the host'"'"'s server knows no owners, modes and times of files" ]' "$TRELLIS"
ok "a name defined twice" bash -c '! "$0" cc -g helper.c helper.s main.c -o f.elf 2>err && grep -q "helper is defined twice" err' "$TRELLIS"
ok "arguments" bash -c '"$0" cc args.c -o g.elf && "$0" boot g.elf x yz 2>err | grep -q "^3 yz$"' "$TRELLIS"
ok "no main" bash -c '! "$0" cc helper.c -o h.elf 2>err && grep -q "start.c:[0-9]*: main is not defined" err' "$TRELLIS"
ok "no start-up code" bash -c '! "$0" cc -nostdlib main.c helper.c -o h.elf 2>err && grep -q "_start is not defined" err' "$TRELLIS"

# The front end is a program beside the compiler.
mkdir bin alone
cp "$(dirname "$TRELLIS")/"{trellis,trellis-cc} alone
ok "no front end: status 2" status 2 alone/trellis cc -nostdlib main.c helper.c -o i.elf
ok "  named" grep -q "alone/trellis-clang, the compiler's front end, cannot be run: No such file or directory" stderr
ok "  nothing was written" [ ! -e i.elf ]

# The README's own lines, and nothing else.
readme=$(sed -n '/^A program in C, compiled and run:/,/^## /p' "$OLDPWD/README.md" | sed -n '/^```/,/^```/s/^\$ //p')
ok "the README's hello.c: three commands" [ "$(grep -c . <<<"$readme")" -eq 3 ]
mkdir readme && ln -s "$TRELLIS" bin/trellis
ok "  prints hello twice" bash -c 'cd readme && [ "$(PATH="$1:$PATH" bash -c "$0" 2>err)" = "hello
hello" ]' "$readme" "$tmp/bin"

printf '__attribute__((constructor)) static void up(void) { }\nint main(void) { return 0; }\n' >up.c
ok "constructors are no assembly: status 2" status 2 "${cc[@]}" -S up.c
ok "  and what would do" grep -q "up.c: constructors .* compile to an object file (-c)" stderr
printf 'void _start(void) { }\n__attribute__((constructor)) static void up(void) { }\n' >start.c
ok "constructors that nothing calls: status 2" status 2 "${cc[@]}" -nostdlib start.c

head -c 1000 main.o >cut.o
ok "an object cut off: status 2" status 2 "${cc[@]}" cut.o helper.o -o k.elf
ok "  and what would do" grep -q "cut.o: .*compile it again with trellis cc" stderr
{ printf '!<arch>\n'; head -c 100 main.o; } >broken.a
ok "an archive that is none: status 2" status 2 "${cc[@]}" main.c broken.a -o k.elf

printf '_Thread_local int own;\nint main(void) { return own++; }\n' >thread.c
ok "a thread-local variable: a warning" bash -c '"$0" cc -g thread.c -o l.elf 2>err && grep -q "^thread.c:1: warning: own is thread-local" err' "$TRELLIS"
ok "what is neither C nor assembly" bash -c 'cp main.c notes; ! "$0" cc helper.c notes -o i.elf 2>err && grep -q "^notes: unknown kind of file" err' "$TRELLIS"

# What makefiles and configure scripts write.
ok "-lm, -lc: they are in the library" "${cc[@]}" main.c helper.c -lm -lc -o m.elf
ok "-Og" "${cc[@]}" -Og main.c helper.c -o m.elf
printf '#include "two.h"\nint two(void) { return TWO; }\n' >two.c
echo '#define TWO 2' >two.h
ok "-MD: a rule whose target is the object" bash -c '"$0" cc -MD -c two.c && [ "$(cat two.d)" = "two.o: two.c two.h" ]' "$TRELLIS"
ok "  that -o names" bash -c '"$0" cc -MMD -c two.c -o other.o && [ "$(cat other.d)" = "other.o: two.c two.h" ]' "$TRELLIS"
ok "  or -MT, in a file that -MF names" bash -c '"$0" cc -MMD -MT x -MF y -c two.c && [ "$(cat y)" = "x: two.c two.h" ]' "$TRELLIS"
ok "  also of a program" bash -c 'rm two.d && "$0" cc -MMD main.c helper.c -o m.elf && [ "$(cat main.d)" = "main.o: main.c" ]' "$TRELLIS"
ok "-MM: only the rule" bash -c '[ "$("$0" cc -MM two.c)" = "two.o: two.c two.h" ]' "$TRELLIS"
ok "-fsyntax-only: no output" bash -c 'rm two.o && "$0" cc -fsyntax-only two.c && [ ! -e two.o ]' "$TRELLIS"
echo 'int two(void) { return }' >wrong.c
ok "  and mistakes: status 2" status 2 "${cc[@]}" -fsyntax-only wrong.c
headers=$(find "$OLDPWD/kernel/libc/include" -name '*.h' -printf '#include <%P>\n' | grep -v 'tgmath\|stdatomic\|complex\|uchar\|stdnoreturn\|stdalign')
for standard in c89 gnu89 iso9899:199409 c99 gnu99 c11 gnu11; do
	printf '%s\nint main(void) { return not 1; }\n' "$headers" >all.c
	ok "headers with -std=$standard" "${cc[@]}" -std=$standard all.c -o m.elf
done
printf '#include <inttypes.h>\n#include <wchar.h>\nint main(void) { return wcstoimax(L"40", 0, 10) + wcstoumax(L"2", 0, 10) != 42; }\n' >wide.c
ok "wcstoimax, wcstoumax" bash -c '"$0" cc wide.c -o m.elf && "$0" boot --record none m.elf 2>err' "$TRELLIS"
