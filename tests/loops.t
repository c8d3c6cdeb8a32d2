#!/bin/bash
# A loop over an array tests its index before it reads the element. What it reads behind the array's end is seldom used, so
# that results are right, and sanitizers do not see an array at the end of a structure.
. tests/tap.sh

early() { # FILE...: loops that read an element first
	perl -ne 'print "$ARGV:$.\n" if /\b(?:for \([^;]*;|while \()[^;]*\[(\w+)\][^;]*&& \1 < /;
		close ARGV if eof' "$@"
}

printf '%s\n' 'for (int i = 0; p->sure[i] && i < N; i++)' 'for (int i = 0; i < N && p->sure[i]; i++)' \
	'while (text[at] == 1 && at < n)' 'for (int k = 0; f[i] && k < n; k++)' > "$tmp/some.c"
is "such loops are found" "$(early "$tmp/some.c")" "$tmp/some.c:1
$tmp/some.c:3"
mapfile -t files < <(git ls-files -co --exclude-standard '*.[ch]' ':!tests')
is "none is there" "$(early "${files[@]}")" ""
echo "1..$n"
