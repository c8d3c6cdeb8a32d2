#!/bin/bash
# The build prints a line for each file, and with V=1 the commands. What is compiled for nodes is not compiled again for a
# compiler that is the same.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -x "$build/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

unset MAKEFLAGS MAKELEVEL V
told() { make "$@" "$tmp/b/host/base/number.o" B="$tmp/b" 2>&1; }
told > /dev/null # what each object needs
rm "$tmp/b/host/base/number.o"
is "a line for a file" "$(told)" "  cc	$tmp/b/host/base/number.o"
rm "$tmp/b/host/base/number.o"
told V=1 | grep -q -- "-c base/number.c -o"
result $? "commands with V=1"

# The rules of the compiler and of the loader, with a link that gives what it gave before.
mkdir -p "$tmp/b/host" "$tmp/b/node"
cp -p "$build/trellis-cc" "$tmp/b/host"
cp -p "$build/trellis-cc" "$tmp/b/trellis-cc"
cp -p "$build/trellis-clang" "$tmp/b/trellis-clang"
touch -d '2 hours ago' "$tmp/b/trellis-clang"
touch -d '1 hour ago' "$tmp/b/trellis-cc"
touch -d '1 minute ago' "$tmp/b/host/trellis-cc"
made() {
	make "$tmp/b/trellis-cc" B="$tmp/b" -o "$tmp/b/host/trellis-cc" -o "$tmp/b/trellis-clang" > /dev/null 2>&1
	stat -c %Y "$tmp/b/trellis-cc"
}
before=$(stat -c %Y "$tmp/b/trellis-cc")
is "a compiler that is the same stays" "$(made)" "$before"
echo >> "$tmp/b/host/trellis-cc"
[ "$(made)" != "$before" ] && cmp "$tmp/b/host/trellis-cc" "$tmp/b/trellis-cc" > "$tmp/diff" 2>&1
result $? "another one takes its place"
touch -d '1 hour ago' "$tmp/b/trellis-cc"
before=$(stat -c %Y "$tmp/b/trellis-cc")
touch "$tmp/b/trellis-clang"
is "so does one with another front end" "$([ "$(made)" != "$before" ]; echo $?)" 0
echo "1..$n"
