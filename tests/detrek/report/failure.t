#!/bin/bash
# From a crash in the page to its source line, its cause and the debugger, as a reader goes who has only the page; both
# pages on a narrow screen.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
browse=$PWD/tests/detrek/report/browse.py
axe=${AXE:-$(npm root -g 2> "$tmp/npm")/axe-core/axe.min.js}
cd "$tmp" || exit
PATH=$(dirname "$TRELLIS"):$PATH
"$TRELLIS" new primes > said
sed -i 's|^\tput_result|\tvolatile int divisor = t->first >= 2000;\n\tr.last = 7 / divisor; /* the <mistake> */\n&|' primes/compute.c
line=$(grep -n mistake primes/compute.c | cut -d: -f1)
"$TRELLIS" run -n 4 --record run.rec primes/primes.vms > said 2>&1
is "a run in which functions fail" "$? $(grep -c "at primes/compute.c:$line" said)" "1 2"
is "the command says what it made" "$("$TRELLIS" report -o run.html run.rec 2> err)" "made run.html, a page for a browser"
is "the first sentences name the failure, and where" \
	"$(sed -n 's/^<p id="first">\(.*\)<.p>$/\1/p' run.html | sed -E 's/pid [0-9]+/pid N/')" \
	"<a href=\"#errors\">$(grep -m 1 stopped: said | sed -E 's/pid [0-9]+/pid N/')</a>, at primes/compute.c:$line"
escaped() {
	sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
}
is "the line is marked in its source, once for the same place" "$(grep -c '<mark>' run.html) $(sed -n 's/^<mark>//p' run.html)" \
	"1 <span class=\"n\">$(printf %6d "$line")  </span>$(sed -n "${line}p" primes/compute.c | escaped)</mark>$(
		sed -n "$((line + 1))p" primes/compute.c | escaped | sed "s|^|<span class=\"n\">$(printf %6d $((line + 1)))  </span>|")"

# commands FILE WORDS: those of a page that begin so, as a shell takes them
commands() {
	grep -oE '<code class="command">[^<]*' "$1" | sed 's/.*>//; s/&gt;/>/g; s/&lt;/</g; s/&amp;/\&/g' | grep "^trellis $2" | sort -u
}
commands run.html 'why run' > whys
while read -r command; do
	eval "$command" 2> err | head -1 | grep -c "sets Error .* compute.c:$line "
done < whys > found
is "each 'why' goes back from there" "$(wc -l < whys) $(sort found | uniq -c | xargs)" "2 2 1"
is "the debugger begins there" "$(eval "$(commands run.html debug) --batch" < /dev/null 2> err | grep -c "^$line.*mistake")" 1
eval "$(commands run.html 'why --html' | head -1)" 2> err
is "a page of the cause" "$(head -1 why.html)" "<!DOCTYPE html>"

if command -v chromium > where; then
	user() { # FILE STEP...
		HOME=$tmp python3 "$browse" "$tmp/profile" "file://$tmp/$1" "${@:2}"
	}
	wide='value document.documentElement.scrollWidth <= innerWidth'
	is "no part is wider than a narrow screen" "$(for page in run why; do
		user $page.html "width 400" "$wide" "width 1280" "$wide"
	done | sort | uniq -c | xargs)" "4 true"
	user why.html 'value document.querySelector("#chosen code").textContent' \
		'value [...document.querySelectorAll(".what")].filter(e => e.textContent.includes("*0x8")).length' > told
	is "beside a cause, the debugger at its place" \
		"$(eval "$(head -1 told | python3 -c 'import json, sys; print(json.load(sys.stdin))') --batch" 2> err | tail -1 | cut -f 1)" "$line"
	is "no cause is an address" "$(sed -n 2p told)" 0
	for page in run why; do
		for screen in light dark; do
			if [ -f "$axe" ]; then
				is "axe-core: nothing serious: $page, $screen, narrow" \
					"$(user $page.html $screen "width 400" "axe $axe" | sed 's/^[0-9]* rules/some rules/')" "some rules passed"
			else
				result 0 "axe-core: $page, $screen # SKIP no axe-core (npm install -g axe-core, or AXE=its axe.min.js)"
			fi
		done
	done
fi
echo "1..$n"
