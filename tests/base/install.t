#!/bin/bash
# What make install puts somewhere works there: nothing of the source tree is needed, and every command
# has its manual page.
. tests/tap.sh
build=$(dirname "$TRELLIS")
make -s install B="$build" DESTDIR="$tmp/a root" PREFIX=/opt/t > "$tmp/diff" 2>&1
result $? "make install"
at="$tmp/a root"/opt/t
share=$at/share/trellis/programs
here=$PWD
mkdir "$tmp/empty"
cd "$tmp/empty" || exit
run() { # COMMAND...: with nothing but what is installed
	env -i PATH="$at/bin:/usr/bin:/bin" HOME="$tmp/empty" TMPDIR="$tmp" "$@" 2> "$tmp/err"
}
is "trellis boot" "$(run trellis boot "$share/hello.btl")" "$("$TRELLIS" boot "$build/programs/hello.btl" 2> /dev/null)"

if [ -x "$at/bin/trellis-cc" ]; then
	printf '#include <stdio.h>\n#include <math.h>\nint main(void) { printf("%%.3f\\n", exp(1)); return 0; }\n' > hello.c
	run trellis cc -O2 -o hello.elf hello.c
	is "trellis cc" "$(run trellis boot hello.elf)" 2.718
	is "trellis run" "$(run trellis run -n 4 "$share/queens/queens.vms")" "$(cat "$share/queens/expected.txt")"
	is "trellis run --native" "$(run trellis run --native "$share/queens/queens.vms")" "$(cat "$share/queens/expected.txt")"
	cp -r "$share/queens" .
	sed -i 's/type = .*/&\n  fault_tolerance = on;/' queens/queens.vms
	is "trellis run with fault_tolerance" "$(run trellis run -n 4 queens/queens.vms)" "$(cat "$share/queens/expected.txt")"
	run trellis run --monitor --record group.rec "$share/group/group.vms" > /dev/null
	is "detrek, by its name" "$(run detrek group.rec)" Success
	is "deTrEK, as the thesis writes it" "$(run deTrEK group.rec)" Success
	is "the shell finds the monitor's program" "$(printf 'spread\nloadgo n0-3 nodemon\njobs\n' |
		run trellis shell "$share/chain4.topo" | tail -1)" "[1]+ 4 of 4 running  n0-3 nodemon"
	is "trellis shell" "$(printf 'spread\nloadgo n0-3 ring -- 100\n' |
		(cd "$share/messages" && run trellis shell ../chain4.topo) | grep -c ', 0 messages wrong$')" 1
fi
diff -r "$here/editors/vscode" "$at/share/trellis/vscode" > "$tmp/diff"
result $? "the extension of VS Code"
is "nothing is left in the temporary directory" "$(ls -d "$tmp"/trellis-* 2> /dev/null)" ""

page_of() {
	ls "$at/share/man/man1/trellis-$1.1" "$at/share/man/man1/$1.1" 2> /dev/null
}
commands=$(run trellis --help | sed -nE 's/^  ([a-z]+) .*/\1/p')
for command in $commands; do
	[ -n "$(page_of "$command")" ] || echo "$command has no page"
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "every command has a manual page"
for command in $commands; do
	man -l -P cat "$(page_of "$command")" | col -b > "$tmp/page"
	run trellis "$command" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u | while read -r option; do
		grep -q -- "$option" "$tmp/page" || echo "the page of $command does not tell of $option"
	done
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "every option stands in its page"
for page in "$at"/share/man/man?/*; do
	man --warnings -l "$page" 2>&1 > /dev/null | sed "s|^|$(basename "$page"): |"
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "manual pages are well formed"
cd "$here" || exit
if [ -f "$at/share/applications/trellis.desktop" ]; then
	read -ra start < <(sed -n 's/^Exec=//p' "$at/share/applications/trellis.desktop")
	for word in "${start[@]}"; do
		case $word in /opt/t/*) [ -f "$tmp/a root$word" ] || echo "no file $word" ;; esac
	done > "$tmp/diff"
	test "${start[0]}" = trellis && test ! -s "$tmp/diff"
	result $? "what the desktop starts is installed"
fi
make -s uninstall B="$build" DESTDIR="$tmp/a root" PREFIX=/opt/t > "$tmp/diff" 2>&1 &&
	find "$tmp/a root/opt" -mindepth 1 > "$tmp/diff" && test ! -s "$tmp/diff"
result $? "make uninstall leaves no file and no empty directory"
mkdir -p "$tmp/a root/opt/t/share/applications" && touch "$tmp/a root/opt/t/share/applications/mine"
make -s uninstall B="$build" DESTDIR="$tmp/a root" PREFIX=/opt/t > "$tmp/diff" 2>&1
is "... but those of others" "$(cd "$tmp/a root" && find . -type f)" ./opt/t/share/applications/mine
echo "1..$n"
