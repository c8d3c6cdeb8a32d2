#!/bin/bash
# No line of source or docs is longer than 100 columns, tabs being 8: but for tables, addresses, code of Markdown, macros
# of man pages, and the C library's constants. Tests hold texts as programs print them, so they are left out.
. tests/tap.sh

long() { # FILE...: its long lines, by number
	local f
	for f; do
		expand "$f" | awk -v f="$f" '
			/^ *```/ { code = !code }
			length <= 100 || /https?:\/\// { next }
			f ~ /\.md$/ && (code || /^\|/ || /^    / || /^!\[/) { next }
			f ~ /\.[15]$/ && /^\./ { next }
			{ print f ":" FNR }'
	done
}

mapfile -t files < <(git ls-files -co --exclude-standard '*.[ch]' '*.mk' Makefile '*.md' 'docs/man/*' \
	':!tests' ':!programs' ':!kernel/libc')
is "lines of at most 100 columns" "$(long "${files[@]}")" ""
echo "1..$n"
