#!/bin/bash
# The page as its reader meets it: what it says first, what it draws unasked, for eyes, keys and screen readers of all
# kinds, on paper; its critical path against another way to find it.
. tests/tap.sh

if ! command -v chromium > "$tmp/where"; then
	skip=" # SKIP no browser (Debian: chromium)"
fi
axe=${AXE:-$(npm root -g 2> "$tmp/npm")/axe-core/axe.min.js}
[ -f "$axe" ] || noaxe=" # SKIP no axe-core (npm install -g axe-core, or AXE=its axe.min.js)"

echo 1..22

# user PAGE STEP...: what browse.py prints
user() {
	HOME=$tmp python3 tests/detrek/report/browse.py "$tmp/profile" "file://$tmp/$1" "${@:2}"
}
# seen NAME GOT WANTED: as is, of what only a browser can tell
seen() {
	[ -n "$skip" ] && n=$((n + 1)) && echo "ok $n - $1$skip" && return
	is "$@"
}
line() { sed -n "$1p" "$tmp/told" 2> /dev/null; }
# sentence ID PAGE
sentence() { sed -n "s/^<p id=\"$1\">\(.*\)<.p>\$/\1/p" "$tmp/$2"; }

$TRELLIS run --record "$tmp/queens" --nodes 75 --topo programs/ubc75.topo \
	programs/queens/queens.vms > "$tmp/said" 2>&1
$TRELLIS report -o "$tmp/queens.html" "$tmp/queens"
$TRELLIS run --record "$tmp/dc" --nodes 7 programs/simulated/dc.vms > "$tmp/said" 2>&1
$TRELLIS report -o "$tmp/dc.html" "$tmp/dc"
finished=$(sed -n 's/.* of 100 tasks \([0-9]*\) have come back.*/\1/p' "$tmp/said")

is "how it ended" "$({ sentence ended queens.html; sentence ended dc.html; } | sed 's/after [0-9.]* s/after T s/')" \
	"The application ended, after T s of simulated time; all 10 tasks are complete.
The application did not end: all processes wait (deadlock), after T s of simulated time; $finished of 100 tasks are complete."
rows=$($TRELLIS detrek "$tmp/dc" | grep "^[0-9]")
stops=$($TRELLIS export text "$tmp/dc" | grep -c ' stop ')
is "what failed" "$(sentence failed queens.html; sentence failed dc.html | sed 's/, the first n.*//')" \
	"Nothing failed: none of 10 tasks stopped, none of 75 nodes was stopped by the machine, no fault was injected.
Failed: $(cut -d ' ' -f 1 <<< "$rows" | sort -u | wc -l) tasks stopped, the first of them $(head -1 <<< "$rows" |
		sed 's/^\([0-9]*\) [01]* \([0-9]*\) \(.*\)/task \1 on node \2 in \3/'); the machine stopped $stops node$([ "$stops" = 1 ] || echo s)"
shares=$(python3 -c '
import json, sys
n = json.load(open(sys.argv[1]))["nodes"]
busy = [x["high"] + x["low"] for x in n]
high = sum(x["high"] for x in n)
busiest = n[busy.index(max(busy))]["place"]
print(f"The nodes computed {sum(busy) / len(n):.1f} % of the time, {100 * high / sum(busy):.1f} % of it at high priority (the kernel); "
      f"the manager, n0, which makes the tasks, {busy[0]:.1f} %, the busiest node, {busiest}, {max(busy):.1f} %")' \
	"$(kept "$tmp/queens")/run.json" 2> "$tmp/err")
is "where the time went" "$(sentence spent queens.html | sed 's/; the critical.*//')" "$shares"
for run in queens dc; do
	$TRELLIS export -o "$tmp/$run.trace" trace "$tmp/$run"
	$TRELLIS export -o "$tmp/$run.txt" text "$tmp/$run.trace"
	python3 tests/detrek/report/path.py "$tmp/$run.txt" "$tmp/$run.html" > "$tmp/told" 2>&1
	is "$run: the critical path is the one that another program finds" \
		"$(line 1 | cut -d ' ' -f 2-) $(line 3)" "$(line 2 | cut -d ' ' -f 2-) drawn True"
done
$TRELLIS report -o "$tmp/trace.html" "$tmp/queens.trace"
is "a trace says only whether the machine has stopped nodes" "$(sentence failed trace.html)" \
	"None of 75 nodes was stopped by the machine."
is "every line of the contents leads to a section" \
	"$(grep -oE '<li><a href="#[a-z]*' "$tmp/dc.html" | sed 's/.*#//')" \
	"$(grep -oE '<section id="[a-z]*' "$tmp/dc.html" | sed 's/.*"//; /conclusion/d')"
is "colours keep apart" "$(python3 tests/detrek/report/colours.py detrek/page.css)" \
	"$(for s in light dark; do for e in normal protan deutan tritan; do echo "$s $e apart"; done; done)"

text='value document.getElementById("readout").textContent'
[ -z "$skip" ] && user queens.html "tell drawn" "hover 0.5 0.105" "tell drawn pointed" "$text" \
	"press #showLinks" "tell drawn" "value location.hash" > "$tmp/told"
seen "75 nodes: no message is drawn at first" "$(line 1)" 0
seen "... those of the node under the mouse are, over the rest" \
	"$(awk 'NR == 2 { print $1, ($2 > 0) }' "$tmp/told" 2> /dev/null)" "0 1"
seen "... which is named" "$(line 3 | grep -cE '^"n[0-9]+, [0-9.]+ [mu]?s: computes [0-9]+ % high, [0-9]+ % low')" 1
seen "... all of them when they are asked for, in bundles; the address knows it" \
	"$(awk 'NR == 4 { print ($1 > 0 && $1 <= 4000) } NR == 5' "$tmp/told" 2> /dev/null)" '1
"#messages=links"'
[ -z "$skip" ] && user dc.html "tell drawn" "hover #errors td a" "tell pointed" "value document.getElementById('showParts').checked" > "$tmp/told"
seen "7 nodes: few rows, and too many messages over links; a row of the table shows its task's" \
	"$(awk 'NR == 2 { print ($1 > 0) }' "$tmp/told" 2> /dev/null) $(line 3)" "1 true"

[ -z "$skip" ] && user queens.html "focus #diagram" "key ArrowDown" "key ArrowDown" "$text" "key ArrowRight" "tell from to" "key +" \
	"tell from to" "value document.activeElement.id" "value document.getElementById('readout').getAttribute('aria-live')" > "$tmp/told"
seen "keys move a pointer through the diagram, and zoom at it" \
	"$(line 1 | grep -oE '^"n[0-9]+') $(sed -n 2,3p "$tmp/told" |
		awk '{ span[NR] = $2 - $1 } END { r = span[2] / span[1]; print (r > 0.49 && r < 0.51) }') $(line 4) $(line 5)" \
	'"n1 1 "diagram" "polite"'
back='value getComputedStyle(document.body).backgroundColor'
ink='value [...document.getElementById("diagram").getContext("2d").getImageData(2, 300, 1, 1).data].join()'
[ -z "$skip" ] && user queens.html "$back" "$ink" dark "$back" "$ink" print "$back" "$ink" \
	"value [...document.querySelectorAll('pre, #graphBox, body')].filter(e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).length" \
	> "$tmp/told"
seen "dark where the screen is dark, light on paper, diagrams too" "$(head -6 "$tmp/told" 2> /dev/null)" \
	'"rgb(255, 255, 255)"
"255,255,255,255"
"rgb(20, 23, 26)"
"20,23,26,255"
"rgb(255, 255, 255)"
"255,255,255,255"'
seen "on paper nothing is cut off" "$(line 7)" 0
$TRELLIS why --html -n 200 "$tmp/dc" > "$tmp/why.html"
[ -z "$skip" ] && user why.html "width 400" "value document.documentElement.scrollWidth <= innerWidth" > "$tmp/told"
seen "no cause, and no name of a value, is wider than a narrow screen" "$(line 1)" true

# accessible NAME STEP...: axe-core finds nothing serious, and has looked
accessible() {
	if [ -n "$skip$noaxe" ]; then
		n=$((n + 1))
		echo "ok $n - $1${skip:-$noaxe}"
		return
	fi
	user dc.html "${@:2}" "axe $axe" > "$tmp/told" 2>&1
	is "$1" "$(sed 's/^[0-9]* rules/some rules/' "$tmp/told")" "some rules passed"
}
accessible "axe-core: nothing serious, light"
accessible "... dark" dark
accessible "... with a task's graph" "press #errors td a"

# In units of a fixed computation, so that neither the machine nor its load counts.
[ -z "$skip" ] && user queens.html unit open "time 0.5 0.5 -100" "press #showLinks" "press #showParts" "time 0.5 0.5 -10" > "$tmp/told"
below() { # MOST LINES: are these lines below so many units, the first line?
	awk -v most="$1" -v lines="$2" 'NR == 1 { unit = $1 } NR ~ lines { print ($1 < most * unit) ? "yes" : $1 " of unit " unit }' \
		"$tmp/told" 2> /dev/null
}
seen "75 nodes: opening takes less than 30 units of processor time" "$(below 30 '^2$')" yes
seen "... and each step of the wheel less than 10, with all messages, too" "$(below 10 '^[34]$')" "yes
yes"
