#!/bin/bash
# trellis why --html: the page has the graph of --json with sources and callers, needs nothing else, and opens in a browser.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
"$TRELLIS" run -n 7 --record "$tmp/run" -o "$tmp/out.ppm" programs/mandel/mandel.vms -- 24 18 40 6 > "$tmp/out" 2> "$tmp/err"
is "a run on seven nodes" "$?" 0
"$TRELLIS" why --html "$tmp/run" mandel.ppm@16,12 > "$tmp/why.html"
is "a page" "$? $(head -1 "$tmp/why.html")" "0 <!DOCTYPE html>"
"$TRELLIS" why -n 200 --json "$tmp/run" mandel.ppm@16,12 > "$tmp/why.json"
is "nothing is fetched" "$(grep -cE 'https?:|src=|@import|url\(' "$tmp/why.html")" 0
python3 - "$tmp/why.html" "$tmp/why.json" > "$tmp/found" 2> "$tmp/diff" <<'END'
import json, re, sys
page = open(sys.argv[1]).read()
data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))
plain = json.load(open(sys.argv[2]))
more = ("text", "when", "path", "lines", "stack", "more")
def plainly(nodes):
	"""Without what a page alone has; processes, which are numbered as they are first seen, as they come here."""
	seen = {}
	return [{k: v if k != "process" else seen.setdefault((n["node"], v), len(seen)) for k, v in n.items() if k not in more}
		for n in nodes]
print(plainly(data["nodes"]) == plainly(plain["nodes"]), data["edges"] == plain["edges"])
for n in data["nodes"]:
	text = [l["text"].strip() for l in n["lines"] if l["line"] == n["line"]]
	if text != ([n["source"]] if n["source"] else []):
		print(n["file"], n["line"], text, n["source"])
print(*{n["path"] for n in data["nodes"] if n["function"] == "steps"})
print([n["stack"] for n in data["nodes"] if n["function"] == "steps" and n["kind"] == "predicate"][0][0])
END
is "the graph, each source line, the callers" "$(cat "$tmp/found")" "True True
programs/mandel/compute.c
compute_fn()  compute.c:39"

# The page as its reader uses it, in a browser.
# user STEP...: what browse.py prints
user() {
	HOME=$tmp python3 tests/detrek/report/browse.py "$tmp/profile" "file://$tmp/why.html" "$@" 2> "$tmp/diff"
}
if command -v chromium > "$tmp/where"; then
	closed='li:has(> .row > #closed)' # its item
	below="$closed > ul > li > .row > .what"
	shown="value document.querySelectorAll('.what').length"
	cat > "$tmp/page.js" <<'END'
const number = what => Number(what.dataset.id);
const items = of => [...document.querySelectorAll(of)];
const owner = open => open.closest('li').querySelector('.what');
const causes = what => nodes.get(number(what)).causes.map(e => e.cause).join();
document.querySelector('.open[aria-expanded=false]').id = 'closed';
function everywhere() {
	const opened = new Set();

	for (let n = -1; n < opened.size;) {
		n = opened.size;
		for (const li of items('#tree li')) {
			const id = number(li.querySelector('.what'));

			if (li.openCauses && !opened.has(id) && !li.querySelector(':scope > ul'))
				li.openCauses();
			opened.add(id);
		}
	}
	return new Set(items('.what').map(number)).size === data.nodes.length;
}
END
	user "$shown" "value document.querySelectorAll('.source mark').length" "value $(cat "$tmp/page.js"); 0" \
		"value causes(owner(document.querySelector('#closed')))" \
		"press #closed" "value items('$below').map(number).join()" \
		"press $below" "value items('$below')[0].getAttribute('aria-current')" \
		"value document.querySelector('#chosen h2').textContent === nodes.get(number(items('$below')[0])).text" \
		"press #closed" "$shown" "value everywhere()" > "$tmp/told"
	line() { sed -n "$1p" "$tmp/told"; }
	is "at most 40 nodes in the first view, and the source of one" "$(line 1) $(line 2)" "40 1"
	is "a click on a closed node opens its causes, and only these" "$(line 5)" "$(line 4)"
	is "a click on one of them shows it beside the tree" "$(line 6) $(line 7)" '"true" true'
	is "a second click closes them" "$(line 8)" 40
	is "opened everywhere, the tree has each node of the graph" "$(line 9)" true
fi
echo "1..$n"
