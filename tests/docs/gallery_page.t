#!/bin/bash
# The gallery as one page of HTML: all of its runs and pictures are in it, light and dark, on wide and narrow screens.
. tests/tap.sh
command -v cmark-gfm > "$tmp/where" || { echo "1..0 # SKIP no cmark-gfm (Debian: cmark-gfm)"; exit; }
page=$tmp/gallery.html
mk/gallery docs/gallery.md "$page"
result $? "the page is made"
is "each run is in it" "$(grep -c '^<h2 id=' "$page")" "$(grep -c '^## ' docs/gallery.md)"
is "each command is in it" "$(grep -cE '^(<pre>.*)?\$ ' "$page")" "$(grep -c '^\$ ' docs/gallery.md)"
is "each link within the page has its place" \
	"$(grep -o 'href="#[^"]*' "$page" | cut -d'#' -f2 | while read -r id; do grep -q "id=\"$id\"" "$page" || echo "$id"; done)" ""
is "each other link leads to a file" \
	"$(grep -o '<a href="[^#"]*' "$page" | cut -d'"' -f2 | while read -r file; do [ -e "$tmp/$file" ] || echo "$file"; done)" ""
is "nothing is fetched" "$(grep -cE '(src|srcset)="[^d]|url\(|<link|<script' "$page")" 0
expect "without cmark-gfm" 1 python3 -c 'import os, runpy, sys
os.environ["PATH"] = ""
sys.argv.pop(0)
runpy.run_path(sys.argv[0])' mk/gallery docs/gallery.md "$tmp/none" <<'END'
mk/gallery: cmark-gfm is missing (Debian: cmark-gfm)
END

if command -v chromium > "$tmp/where"; then
	browse=$PWD/tests/detrek/report/browse.py
	axe=${AXE:-$(npm root -g 2> "$tmp/npm")/axe-core/axe.min.js}
	user() { # STEP...
		HOME=$tmp python3 "$browse" "$tmp/profile" "file://$page" "$@"
	}
	is "no part is wider than a screen" "$(for width in 400 1280; do
		user "width $width" 'value document.documentElement.scrollWidth <= innerWidth'
	done | xargs)" "true true"
	is "each picture is seen" "$(user 'value [...document.images].filter(i => i.naturalWidth < 300 || !i.alt).length' \
		'value document.images.length')" "0
$(grep -c '^!\[' docs/gallery.md)"
	shown='value [...document.images].map(i => i.currentSrc).join()'
	user light "$shown" > "$tmp/light"
	user dark "$shown" > "$tmp/dark"
	! cmp -s "$tmp/light" "$tmp/dark"
	result $? "a dark screen has dark pictures"
	for screen in light dark; do
		if [ -f "$axe" ]; then
			is "axe-core: nothing serious: $screen, narrow" \
				"$(user $screen "width 400" "axe $axe" | sed 's/^[0-9]* rules/some rules/')" "some rules passed"
		else
			result 0 "axe-core: $screen # SKIP no axe-core (npm install -g axe-core, or AXE=its axe.min.js)"
		fi
	done
fi
echo "1..$n"
