#!/bin/bash
# No dead links: every file that README, CONTRIBUTING and docs/ link to is there.
. tests/tap.sh
for page in *.md docs/*.md programs/*.md programs/*/*.md; do
	grep -oE '\]\([^)#]+' "$page" | cut -c3- | grep -v '^https*:' | while read -r link; do
		[ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
	done
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "every link leads to a file"
echo "1..$n"
