#!/bin/bash
# Which folder may include which: the table in tests/arrows. No folder includes itself through others, and no header's
# name stands for two files, but for those of the C and POSIX standards.
. tests/tap.sh

includes() { # each arrow between two folders, once
	git ls-files -co --exclude-standard '*.[ch]' | grep -E '^(base|cc|detrek|sim|tmon/host|vm)/[^ ]*$' | grep -v '^vm/native/' |
		xargs grep -H '^#include "' | awk -F'[:"]' '{
			dir = $1; sub(/\/[^\/]*$/, "", dir)
			file = dir "/" $3
			while (sub(/[^\/]+\/\.\.\//, "", file)) continue
			if ((getline line < file) < 0) file = $3
			else close(file)
			if ((getline line < file) < 0) next # made by the build
			close(file)
			sub(/\/[^\/]*$/, "", file)
			if (file != dir) print dir, file
		}' | sort -u
}

allowed() {
	awk -F: '!/^#/ && NF == 2 { n = split($2, to, " "); for (i = 1; i <= n; i++) print $1, to[i] }' tests/arrows | sort -u
}

includes >"$tmp/is"
allowed >"$tmp/may"
is "each arrow is in the table" "$(comm -23 "$tmp/is" "$tmp/may")" ""
is "each arrow of the table is there" "$(comm -13 "$tmp/is" "$tmp/may")" ""
is "no cycle" "$(tsort "$tmp/may" 2>&1 >/dev/null)" ""
is "sim/ knows neither compiler nor debuggers" "$(grep -E '^sim[^ ]* (cc|detrek|tmon|vm)' "$tmp/may")" ""
is "no header's name twice" "$(git ls-files -co --exclude-standard '*.h' ':!kernel/libc/include' ':!tests/cases' | sed 's|.*/||' | sort | uniq -d)" ""
echo "1..$n"
