#!/bin/bash
# speedscope.sh FOLDER PROFILE: finds out how speedscope (npm), in a browser, reads a profile in the
# format of Perfetto. speedscope exports what it has read in a format of its own, which this script
# writes into three files of FOLDER. calls, a line for each call of a function: function, task,
# part, node, and how long the call took, in us. slices, a line for each slice of the other tracks:
# node, track, beginning and end, in us from the track's first slice. warnings: those of speedscope.
set -e
page=$(node -p 'require.resolve("speedscope/package.json")')
page=${page%/*}/dist/release/index.html
cat > "$1/profile.js" <<END
const warnings = [];
console.warn = (...words) => warnings.push(words.join(" "));

function exportOnce() {
	const named = [...document.querySelectorAll("div")].filter(d => /Export$/.test(d.textContent) && d.textContent.length < 10);
	named.length > 0 ? named.pop().click() : setTimeout(exportOnce, 50);
}

function slicesOf(profile) {
	const track = /^(\S+) \(pid \d+\), (.*) \(tid \d+\)$/.exec(profile.name), open = [], made = [];
	for (const e of track ? profile.events : []) {
		if (e.type === "O")
			open.push(e.at);
		else
			made.push({node: track[1], track: track[2], frame: e.frame, begin: open.pop(), end: e.at});
	}
	return made;
}

function callOf(slice, frames) {
	const call = /^(\w+\(\)).*?( \{.*\})$/.exec(frames[slice.frame].name), about = JSON.parse(call[2]);
	const took = about.ended ? Math.round(slice.end - slice.begin) : "cut short";
	return [call[1], about.task, about.part, slice.node, took].join(" ");
}

const create = URL.createObjectURL;
URL.createObjectURL = blob => {
	blob.text().then(JSON.parse).then(read => {
		const all = read.profiles.flatMap(slicesOf), calls = all.filter(s => s.track.endsWith("()"));
		window.read = {
			calls: calls.map(s => callOf(s, read.shared.frames)),
			slices: all.filter(s => !s.track.endsWith("()")).map(s => [s.node, s.track, s.begin, s.end].join(" ")),
			warnings,
		};
		document.body.dataset.ready = "yes";
	});
	return create.call(URL, blob);
};
speedscope.loadFileFromBase64("profile.json", "$(base64 -w 0 "$2")");
exportOnce();
END
HOME=$1 python3 tests/detrek/report/browse.py "$1/browser" "file://$page#localProfilePath=$1/profile.js" 'value window.read' |
	python3 -c '
import json, sys
for name, lines in json.load(sys.stdin).items():
    open(sys.argv[1] + "/" + name, "w").write("".join(line + "\n" for line in lines))' "$1"
