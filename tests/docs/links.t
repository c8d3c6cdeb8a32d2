#!/bin/bash
# No dead links: every file that README, CONTRIBUTING and docs/ link to is there, and those that docs/ideas.md names.
. tests/tap.sh
for page in *.md docs/*.md programs/*.md programs/*/*.md; do
	grep -oE '\]\([^)#]+' "$page" | cut -c3- | grep -v '^https*:' | while read -r link; do
		[ -e "$(dirname "$page")/$link" ] || echo "$page: $link"
	done
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "every link leads to a file"
for name in $(grep -oE '`[a-z_]+(/[a-z_]+)*\.(c|h|vm|py)`' docs/ideas.md | tr -d '`'); do
	git ls-files -co --exclude-standard | grep -qE "(^|/)$name\$" || echo "docs/ideas.md: $name"
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "every file of the ideas is there"
echo "1..$n"
