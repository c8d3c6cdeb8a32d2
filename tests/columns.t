#!/bin/bash
# No line of source or docs is longer than 100 columns, tabs being 8: but for tables, addresses, code of Markdown, macros
# of man pages, and the C library's constants. Tests hold texts as programs print them, so they are left out.
. tests/tap.sh

long() { # FILE...: its long lines, by number
	awk '
		FNR == 1 { code = 0 }
		{
			line = ""
			n = split($0, part, "\t")
			for (i = 1; i < n; i++) {
				line = line part[i]
				line = line substr("        ", length(line) % 8 + 1)
			}
			line = line part[n]
		}
		line ~ /^ *```/ { code = !code }
		length(line) <= 100 || /https?:\/\// { next }
		FILENAME ~ /\.md$/ && (code || line ~ /^(\||    |!\[)/) { next }
		FILENAME ~ /\.[15]$/ && /^\./ { next }
		{ print FILENAME ":" FNR }' "$@"
}

mapfile -t files < <(git ls-files -co --exclude-standard '*.[ch]' '*.mk' Makefile '*.md' 'docs/man/*' \
	':!tests' ':!programs' ':!kernel/libc')
is "lines of at most 100 columns" "$(long "${files[@]}")" ""
echo "1..$n"
