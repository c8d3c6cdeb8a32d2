#!/bin/bash
# speedscope.sh FOLDER PROFILE: the calls of functions that speedscope (npm) reads in a profile of Perfetto's format, in a
# browser: function, task, part, node, and how long in us. What it exports, in a format of its own, is what it has read.
set -e
page=$(node -p 'require.resolve("speedscope/package.json")')
page=${page%/*}/dist/release/index.html
cat > "$1/profile.js" <<END
function exportOnce() {
	const named = [...document.querySelectorAll("div")].filter(d => /Export$/.test(d.textContent) && d.textContent.length < 10);
	named.length > 0 ? named.pop().click() : setTimeout(exportOnce, 50);
}

function callsOf(profile, frames) {
	const track = /^(\S+) \(pid \d+\), /.exec(profile.name), begun = [], calls = [];
	for (const e of track ? profile.events : []) {
		const call = /^(\w+\(\)).*?( \{.*\})$/.exec(frames[e.frame].name);
		if (!call)
			continue;
		if (e.type === "O") {
			begun[e.frame] = e.at;
			continue;
		}
		const about = JSON.parse(call[2]);
		const took = about.ended ? Math.round(e.at - begun[e.frame]) : "cut short";
		calls.push([call[1], about.task, about.part, track[1], took].join(" "));
	}
	return calls;
}

const create = URL.createObjectURL;
URL.createObjectURL = blob => {
	blob.text().then(JSON.parse).then(read => {
		window.calls = read.profiles.flatMap(p => callsOf(p, read.shared.frames));
		document.body.dataset.ready = "yes";
	});
	return create.call(URL, blob);
};
speedscope.loadFileFromBase64("profile.json", "$(base64 -w 0 "$2")");
exportOnce();
END
HOME=$1 python3 tests/detrek/report/browse.py "$1/browser" "file://$page#localProfilePath=$1/profile.js" \
	'value window.calls.join("\n")' | python3 -c 'import json, sys; print(json.load(sys.stdin))'
