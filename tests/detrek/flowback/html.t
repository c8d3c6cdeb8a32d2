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
print([{k: v for k, v in n.items() if k not in more} for n in data["nodes"]] == plain["nodes"], data["edges"] == plain["edges"])
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
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$browser" ]; then
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$tmp/profile" --dump-dom "file://$tmp/why.html" > "$tmp/dom" 2> "$tmp/diff"
	is "at most 40 nodes in the first view" "$(grep -o 'class="what"' "$tmp/dom" | wc -l)" 40
	grep -q '<span class="here">' "$tmp/dom"
	result $? "the source of one of them"
fi
echo "1..$n"
