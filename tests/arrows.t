#!/bin/bash
# Which folder may need which: the table in tests/arrows. A folder needs another one if a file of it includes a header from
# there, or if an object of it has to be linked with one from there. No folder needs itself through others, and no header's
# name stands for two files, but for those of the C and POSIX standards.
. tests/tap.sh
. tests/objects.sh
export LC_ALL=C

# includes FILE...: each arrow between two folders by an #include
includes() {
	grep -H '^#include "' "$@" | awk -F'[:"]' '{
		dir = $1; sub(/\/[^\/]*$/, "", dir)
		file = dir "/" $3
		while (sub(/[^\/]+\/\.\.\//, "", file)) continue
		if ((getline line < file) < 0) file = $3
		else close(file)
		if ((getline line < file) < 0) next # made by the build
		close(file)
		sub(/\/[^\/]*$/, "", file)
		if (file != dir) print dir, file
	}'
}

# links: each arrow between two folders by a symbol, from lines of symbols
links() {
	awk '{ dir = $1; if (!sub(/\/[^\/]*$/, "", dir)) next }
		$2 ~ /^[Uw]$/ { needs[dir " " $3]; next }
		{ defined[$3] = defined[$3] " " dir }
		END {
			for (need in needs) {
				split(need, part)
				n = split(defined[part[2]], at)
				for (i = 1; i <= n; i++) if (at[i] != part[1]) print part[1], at[i]
			}
		}'
}

# allowed TABLE: its arrows
allowed() {
	awk -F: '!/^#/ && NF == 2 { n = split($2, to, " "); for (i = 1; i <= n; i++) print $1, to[i] }' "$1" | sort -u
}

cycles() { # of arrows
	tsort 2>&1 >/dev/null
}

# upward: those arrows that lead from the simulator to what is built on it, or from anywhere else to the commands
upward() {
	grep -E '^sim[^ ]* (cc|detrek|tmon|vm|machine|command)|^(base|cc|sim|machine|detrek|tmon|vm)[^ ]* command'
}

twice() { # of files, the names of headers that come again
	sed 's|.*/||' | sort | uniq -d
}

build=$(dirname "$TRELLIS")
mapfile -t sources < <(git ls-files -co --exclude-standard '*.[ch]' | grep -E '^(base|cc|command|detrek|machine|sim|tmon/host|vm)/[^ ]*$' |
	grep -v '^vm/native/')
mapfile -t objects < <(objects "$build")
{ includes "${sources[@]}"; symbols "$build/host" "${objects[@]}" | links; } | sort -u >"$tmp/is"
allowed tests/arrows >"$tmp/may"
is "each arrow is in the table" "$(comm -23 "$tmp/is" "$tmp/may")" ""
if [ -x "$build/trellis-cc" ] && [ -x "$build/trellis-view" ] && [ -x "$build/trellis-mpi" ]; then
	is "each arrow of the table is there" "$(comm -13 "$tmp/is" "$tmp/may")" ""
fi
is "no cycle" "$(cycles <"$tmp/may")" ""
is "the simulator needs neither compiler nor debuggers, and nothing needs a command" "$(upward <"$tmp/may")" ""
is "no header's name twice" "$(git ls-files -co --exclude-standard '*.h' ':!kernel/libc/include' ':!tests/cases' | twice)" ""

# each rule fails where it is broken
mkdir -p "$tmp/sim" "$tmp/vm"
echo 'void go(void) { }' | gcc -x c -c - -o "$tmp/vm/go.o"
echo 'void go(void); void start(void) { go(); }' | gcc -x c -c - -o "$tmp/sim/start.o"
is "an arrow that only the linker sees is found" "$(symbols "$tmp" sim/start.o vm/go.o | links)" "sim vm"
printf '#include "vm/go.h"\n' >"$tmp/sim/start.c"
: >"$tmp/vm/go.h"
is "an arrow by an #include is found" "$(cd "$tmp" && includes sim/start.c vm/go.h)" "sim vm"
printf 'a: b c\nb: c\n' >"$tmp/table"
is "an arrow that is not in the table is found" "$(allowed "$tmp/table" | comm -13 - <(echo "c d"))" "c d"
is "one of the table that is not there is found" "$(allowed "$tmp/table" | comm -23 - <(printf 'a b\nb c\n'))" "a c"
is "a cycle is found" "$(printf 'a b\nb c\nc a\n' | cycles | grep -c loop)" 1
is "an arrow up is found" "$(printf 'command vm\nsim/cpu vm\nvm command\nvm sim/cpu\n' | upward)" $'sim/cpu vm\nvm command'
is "a header's name that comes again is found" "$(printf 'a/x.h\nb/x.h\nb/y.h\n' | twice)" "x.h"
echo "1..$n"
