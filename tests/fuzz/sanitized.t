#!/bin/bash
# All code that fuzz targets and sanitized tests execute is instrumented, the interpreters, too.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -e "$build/san/libtrellis.a" ] || { echo "1..0 # SKIP nothing is built with sanitizers"; exit; }

plain() { # ARCHIVE: its members that the sanitizer of addresses has not seen
	nm -A "$1" 2> /dev/null | awk -F: '{ all[$2] } /__asan_/ { seen[$2] } END { for (m in all) if (!(m in seen)) print m }' | sort
}

is "every file is instrumented" "$(plain "$build/san/libtrellis.a")" ""
is "the interpreters are among them" "$(ar t "$build/san/libtrellis.a" | grep -cE '^(interp.*|operate)\.o$')" \
	"$(find sim/cpu -name 'interp*.c' -o -name operate.c | wc -l)"
is "files of the host are not" "$(plain "$build/libtrellis.a" | grep -x interp.o)" interp.o
echo "1..$n"
