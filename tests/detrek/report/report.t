#!/bin/bash
# The page on a run: what stands in it, and what a browser makes of it.
. tests/tap.sh

if ! command -v chromium > "$tmp/where"; then
	skip=" # SKIP no browser (Debian: chromium)"
fi

echo 1..26

# show PAGE HASH: the page as it is once its script has run
show() {
	HOME=$tmp chromium --headless --no-sandbox --disable-gpu --user-data-dir="$tmp/profile" --dump-dom \
		"file://$tmp/$1#$2" 2> "$tmp/chromium"
}

# told PAGE HASH NAMES...: those attributes of the body
told() {
	local page=$1 hash=$2
	shift 2
	show "$page" "$hash" > "$tmp/dom"
	for name; do
		grep -o "<body[^>]*>" "$tmp/dom" | head -1 | grep -o "data-$name=\"[^\"]*\""
	done
}

# seen NAME GOT WANTED: as is, of what only a browser can tell
seen() {
	[ -n "$skip" ] && n=$((n + 1)) && echo "ok $n - $1$skip" && return
	is "$@"
}

# vertices TASK: how many its graph has
vertices() {
	$TRELLIS detrek --task="$1" --dot="$tmp/dot" "$tmp/dc" > "$tmp/out"
	grep -c label= "$tmp/dot"
}

$TRELLIS run --record "$tmp/dc" --nodes 7 programs/simulated/dc.vms > "$tmp/said" 2>&1
$TRELLIS report -o "$tmp/dc.html" "$tmp/dc" 2> "$tmp/said"
rows=$($TRELLIS detrek "$tmp/dc" | grep '^[0-9]')
first=${rows%% *}
other=$(cut -d ' ' -f 1 <<< "$rows" | sort -nu | sed -n 2p)
is "the rows of the error list are in the page" \
	"$(grep -o 'task=[0-9]*">[0-9]*</a></td><td>[01]*</td><td>[0-9]*</td><td>[^<]*' "$tmp/dc.html" |
		sed 's/.*">\([0-9]*\)<.a><.td><td>/\1 /; s/<.td><td>/ /g')" \
	"$rows"
is "the page needs nothing from elsewhere" \
	"$(grep -oE '(src|href)="[^#"][^"]*"|@import|url\([^)]*\)|https?://[^" ]*' "$tmp/dc.html")" \
	http://www.w3.org/2000/svg

[ -z "$skip" ] && told dc.html "" ready task vertices from to > "$tmp/told"
seen "it opens with the first task that stopped" "$(sed 's/data-\(from\|to\)=.*/a time/' "$tmp/told" 2> /dev/null)" \
	"data-ready=\"yes\"
data-task=\"$first\"
data-vertices=\"$(vertices "$first")\"
a time
a time"
[ -z "$skip" ] && told dc.html "task=$other" task > "$tmp/told"
seen "a task is chosen, and its graph has the frontier of its rows" \
	"$(cat "$tmp/told" 2> /dev/null) $(grep -o '<g class="frontier">' "$tmp/dom" 2> /dev/null | wc -l)" \
	"data-task=\"$other\" $(grep -c "^$other " <<< "$rows")"

# user PAGE STEP...: what browse.py prints
user() {
	HOME=$tmp python3 tests/detrek/report/browse.py "$tmp/profile" "file://$tmp/$1" "${@:2}"
}
# spans FORMULA: 1 if it holds; from[N], to[N] and span[N] are the times told by the Nth row
spans() {
	awk '{ from[NR] = $1; to[NR] = $2; span[NR] = $2 - $1 }
		function near(x, y) { return x > 0.999 * y && x < 1.001 * y }
		END { print ('"$1"') }' "$tmp/told" 2> /dev/null
}
[ -z "$skip" ] && user dc.html "tell from to" "wheel 0.6 0.5 -400" "tell from to" "drag 0.6 0.4 0.4 0.3" "tell from to" \
	"press button[data-do=all]" "tell from to" > "$tmp/told"
seen "the wheel zooms, and leaves the time under the mouse where it is" \
	"$(spans 'near(span[2], span[1] * exp(-400 * log(1.0015))) && (part = (from[2] - from[1]) / (span[1] - span[2])) > 0.5 && part < 0.6')" 1
seen "the mouse drags the diagram along" \
	"$(spans 'near(span[3], span[2]) && (part = (from[3] - from[2]) / span[2]) > 0.2 && part < 0.25')" 1
seen "all of it again" "$(spans 'from[4] == from[1] && to[4] == to[1]')" 1
[ -z "$skip" ] && user dc.html "seek task ([1-9][0-9]*)" click "wheel 0.5 0.5 -100" "tell task from" "press #errors a[href='#task=$other']" \
	"tell task from vertices" > "$tmp/told"
seen "a click on a message chooses its task, one in the list another, at the same time" \
	"$(awk 'NR == 1 { task = $1 } NR == 2 { from = $2; ok = $1 == task } NR == 3 { print ok, $1, $2 == from, $3 }' "$tmp/told" 2> /dev/null)" \
	"1 $other 1 $(vertices "$other")"

# record FILE OPTIONS...: a run on 75 nodes
record() {
	$TRELLIS run --record "$@" --nodes 75 --topo programs/ubc75.topo programs/queens/queens.vms > "$tmp/said" 2>&1
}
record "$tmp/run" --monitor
first=$(kept "$tmp/run")
$TRELLIS report -o "$tmp/run.html" "$tmp/run" 2> "$tmp/said.report" && [ "$(stat -c %s "$tmp/run.html")" -lt 2000000 ]
result $? "75 nodes are told of in less than 2 MB"
is "TrEK's report is in the page and was passed on" \
	"$(grep -c 'Final Report' "$tmp/run.html") $(grep -xFf "$first/report.txt" "$tmp/said" | cmp - "$first/report.txt" 2>&1)" \
	"1 "
fingerprint=$(grep -o '"fingerprint": "[0-9a-f]*"' "$first/run.json")
cp "$first/run.json" "$tmp/first.json"
command=$(sed -n '/id="command"/,/<.pre>/ { s/<[^>]*>//g; p }' "$tmp/run.html" | grep trellis)
eval "\$TRELLIS ${command#trellis }" > "$tmp/again" 2>&1
diff "$tmp/first.json" "$(kept "$tmp/run")/run.json" > "$tmp/diff" && [ -n "$fingerprint" ]
result $? "the command in the page makes the same run again: $fingerprint"

[ -z "$skip" ] && told run.html "messages=links,trek" drawn > "$tmp/all" &&
	told run.html "from=0.3&to=0.31&messages=links,trek" from to drawn > "$tmp/near"
seen "it zooms to a time, and draws what happens then" \
	"$(head -2 "$tmp/near" 2> /dev/null; awk -F '"' 'NR == FNR { all = $2; next } /drawn/ { print ($2 > 0 && $2 < all) }' \
		"$tmp/all" "$tmp/near" 2> /dev/null)" \
	'data-from="0.300000000"
data-to="0.310000000"
1'
[ -z "$skip" ] && told run.html "rows=links&zoom=4&task=3" rows task > "$tmp/told"
seen "rows are links" "$(cat "$tmp/told" 2> /dev/null)" 'data-rows="links"
data-task="3"'

record "$tmp/plain"
plain=$(kept "$tmp/plain")
record none
$TRELLIS export records -o "$tmp/records" "$tmp/plain" 2> "$tmp/told"
is "each recording is observed from outside, when that is asked for" \
	"$(grep -ho '"monitor": "[a-z]*' "$plain/run.json"; grep -c . "$tmp/records.tvm" | sed 's/[0-9]*/some/')" \
	'"monitor": "none
some'
is "... at no cost" "$(sed -n 's/.*"fingerprint": "\(.*\)".*/fingerprint \1/p' "$plain/run.json")" "$(grep ^fingerprint "$tmp/said")"
$TRELLIS report -o "$tmp/two.html" "$tmp/run" "$tmp/plain"
# slowed PAGE: what it says of the monitor on the nodes
slowed() { sed -n 's/^<p id="monitor">\(.*\)<.p>$/\1/p' "$tmp/$1"; }
times=$(grep -h '"time": ' "$tmp"/{run,plain}.kept/run.json | grep -oE '[0-9.]+' | tr '\n' ' ')
is "two runs: how much longer the monitor on the nodes has made one" "$(slowed two.html | sed 's/ (.*//')" \
	"$(awk '{ printf "The monitor on the nodes made the run %.2f times as long: %.6g s, and %.6g s without it", $1 / $2, $1, $2 }' <<< "$times")"
is "one alone: as trellis run has measured it" "$(slowed run.html)" \
	"The monitor on the nodes made the run $(printf %.2f "$(sed -n 's/^ "slowed": \(.*\),/\1/p' "$tmp/run.kept/run.json")") times as long as the same run without it; a recording without --monitor costs nothing."
cp -r programs/queens "$tmp/writes" # a run to compare with may not write files, so there is none
sed -i 's/^\tprintf/\tfclose(fopen("sum.txt", "w"));\n&/' "$tmp/writes/receive.c"
$TRELLIS run --record "$tmp/unknown" --monitor "$tmp/writes/queens.vms" > "$tmp/said" 2>&1
$TRELLIS report -o "$tmp/unknown.html" "$tmp/unknown" 2> "$tmp/said"
is "... or that this is not known, and what would tell" "$(slowed unknown.html | grep -o 'trellis report.*OTHER')" \
	"trellis report $tmp/unknown OTHER"
is "two runs: figures, and where they part" \
	"$(grep -c '<th>simulated time, s</th>' "$tmp/two.html") $(grep -oE "events differ from the [0-9]+th" "$tmp/two.html" | wc -l)" "1 1"
$TRELLIS report -o "$tmp/same.html" "$tmp/run" "$tmp/run"
is "a run and itself" "$(grep -oE 'All [0-9]+ events of the machine are the same' "$tmp/same.html" | wc -l)" 1

# The probe effect in the page is the one that trellis probe finds, on seven nodes.
small() {
	$TRELLIS run --record "$@" --nodes 7 -b "$tmp/small" programs/queens/queens.vms > "$tmp/said" 2>&1
}
# cells: rows of the table behind the words "Probe effect" in the DOM, without tags
cells() {
	sed -n '/id="probe"/,/<details>/p' "$tmp/dom" | grep '^<tr><th>' | sed 's/<[^>]*>/ /g; s/, //; s/  */ /g'
}
small "$tmp/inside" --monitor
small "$tmp/outside"
$TRELLIS probe "$tmp/inside" "$tmp/outside" > "$tmp/probe"
$TRELLIS report -o "$tmp/pair.html" "$tmp/inside" "$tmp/outside"
[ -z "$skip" ] && show pair.html "" > "$tmp/dom"
seen "the probe effect: time, cycles, messages of both" \
	"$(cells 2> /dev/null | awk '$1 ~ /^(timeus|cycles(low|high)|messages)$/ { print $1, $2, $3 }')" \
	"$(grep -E '^(time, us|cycles, low|cycles, high|messages) ' "$tmp/probe" | sed 's/, //' | awk '{ print $1, $2, $3 }')"
seen "... and the verdict" "$(sed -n 's/.*id="verdict">Verdict: \(.*\)\.<.*/\1/p' "$tmp/dom" 2> /dev/null)" "$(tail -1 "$tmp/probe")"
seen "... and each node's first other message" \
	"$(grep -E '^<tr><td>n[0-6]<' "$tmp/dom" 2> /dev/null | sed 's/<.tr>.*//; s/.*<td>\([0-9]*\)<.td><td>\(.*\)<.td><td>\(.*\)<.td>/\1|\2|\3/')" \
	"$(grep -A2 '^n[0-6]: the order' "$tmp/probe" | sed 's/.*number \([0-9]*\) on:/\1/; s/^  [a-z]*: /|/' | grep -v '^--' | paste -d '\0' - - -)"
$TRELLIS report -o "$tmp/odd.html" "$tmp/inside" "$tmp/plain"
is "runs of other sizes are told so" \
	"$(grep -o 'The runs cannot be compared: they are on 7 and on 75 nodes' "$tmp/odd.html")" \
	"The runs cannot be compared: they are on 7 and on 75 nodes"

mkdir "$tmp/empty"
expect "a folder" 2 $TRELLIS report "$tmp/empty" <<END
trellis: $tmp/empty is a directory, and a recording is a file; earlier versions of trellis recorded into directories: record the run again
END
expect "neither a recording nor a trace" 2 $TRELLIS report "$tmp/said" <<END
trellis: $tmp/said is not a trace of the machine; 'trellis export trace' makes one
END
