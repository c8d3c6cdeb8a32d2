
/* ---- what is shown ---- */

function paint() {
	paintDiagram();
	paintChart();
}

function clampView() {
	const all = data.to - data.from, names = rowNames().length;
	const span = Math.min(all, Math.max(1e-8, view.to - view.from));

	view.from = Math.max(data.from, Math.min(view.from, data.to - span));
	view.to = view.from + span;
	view.rows = Math.min(Math.max(1, names), Math.max(1, view.rows || names));
	view.top = Math.max(0, Math.min(view.top, names - view.rows));
}

/* remember: in the address; "pushState": one may want to go back from here. */
function remember(how = "replaceState") {
	const words = [];

	if (view.task !== null)
		words.push("task=" + view.task);
	if (view.from > data.from || view.to < data.to)
		words.push("from=" + view.from.toPrecision(9), "to=" + view.to.toPrecision(9));
	if (view.links)
		words.push("rows=links");
	const on = ["links", "trek"].filter(kind => view.shown[kind]);
	if (view.shown.links !== null || view.shown.trek !== null)
		words.push("messages=" + (on.join() || "none"));
	history[how](null, "", "#" + words.join("&"));
}

function moveTo(from, to) {
	view.from = from;
	view.to = to;
	clampView();
	remember();
	paint();
}

function zoom(factor, at) {
	const t = at === undefined ? (view.from + view.to) / 2 : at;

	moveTo(t - (t - view.from) * factor, t + (view.to - t) * factor);
}

function taskLinks() {
	return document.querySelectorAll("#errors a");
}

/* chooseTask: null for none. */
function chooseTask(task) {
	view.task = task;
	document.body.dataset.task = task === null ? "" : task;
	const list = element("task");
	if (list)
		list.value = task === null ? "" : String(task);
	for (const link of taskLinks()) {
		link.closest("tr").classList.toggle("chosen", link.textContent === String(task));
		link.toggleAttribute("aria-current", link.textContent === String(task));
	}
	paintGraph();
}

/* pick: a task, by its user; the rest stays as it is shown. */
function pick(task) {
	chooseTask(task);
	remember("pushState");
	paint();
}

/* readMessages: messages=links,trek or none of the address; null: it does not say. */
function readMessages(text) {
	const kinds = text === null ? [] : text.split(",");

	for (const kind in view.shown)
		view.shown[kind] = text === null ? null : kinds.includes(kind);
}

function readAddress() {
	if (element(location.hash.slice(1))) /* a section of the page, not a view */
		return;
	const words = new URLSearchParams(location.hash.slice(1));
	const number = (key, otherwise) => {
		const x = words.has(key) ? parseFloat(words.get(key)) : NaN;

		return isNaN(x) ? otherwise : x;
	};
	const wasLinks = view.links;

	view.from = number("from", data.from);
	view.to = number("to", data.to);
	if (words.has("zoom"))
		view.to = view.from + (data.to - data.from) / Math.max(1, number("zoom", 1));
	view.links = words.get("rows") === "links" && links.length > 0;
	if (element("showRows"))
		element("showRows").checked = view.links;
	if (view.links !== wasLinks) {
		view.rows = 0;
		view.top = 0;
	}
	readMessages(words.get("messages"));
	clampView();
	chooseTask(number("task", null));
}

/* ---- the user ---- */

const actions = {
	in: () => zoom(0.5),
	out: () => zoom(2),
	left: () => moveTo(view.from - (view.to - view.from) / 3, view.to - (view.to - view.from) / 3),
	right: () => moveTo(view.from + (view.to - view.from) / 3, view.to + (view.to - view.from) / 3),
	all: () => {
		view.rows = 0;
		moveTo(data.from, data.to);
	},
};

function distance(x, y, x0, y0, x1, y1) {
	const length = Math.hypot(x1 - x0, y1 - y0) || 1;
	const along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length / length;
	const part = Math.max(0, Math.min(1, along));

	return Math.hypot(x - x0 - part * (x1 - x0), y - y0 - part * (y1 - y0));
}

function linkText(i) {
	return data.rows[messages.from[i]] + " to " + data.rows[messages.to[i]] + ": "
		+ messages.bytes[i] + " bytes"
		+ (messages.count[i] > 1 ? " in " + messages.count[i] + " messages" : "");
}

function partText(i) {
	return (parts.kind[i] & RESULT ? "result of task " : "task ") + parts.task[i] + ", "
		+ data.rows[parts.from[i]] + " to " + data.rows[parts.to[i]]
		+ (parts.kind[i] & LOST ? ", not seen to arrive" : "");
}

/* nearest: what a message close to a point is, in words, and its task: of those that are shown,
 * and of the row that is pointed at. */
function nearest(p, x, y) {
	let best = 6, found = null;
	const look = (table, times, words, i) => {
		const [begin, end] = times(i);
		const d = distance(x, y, p.x(begin), p.y(table.from[i]), p.x(end), p.y(table.to[i]));

		if (d < best) {
			best = d;
			found = words(i);
		}
	};
	const here = table => [...table.from.keys()].filter(i => table.from[i] === pointed.row
		|| table.to[i] === pointed.row);

	for (const i of [...visible.links, ...here(messages)])
		look(messages, i => [seconds(messages.first0[i]), seconds(messages.first1[i])],
			i => ({text: linkText(i)}), i);
	for (const i of [...visible.trek, ...here(parts)])
		look(parts, i => [seconds(parts.begin[i]), seconds(parts.end[i])],
			i => ({text: partText(i), task: parts.task[i]}), i);
	return found;
}

/* rowText: what a row does at a time. */
function rowText(r, t) {
	const names = rowNames(), part = (t - data.from) / (data.to - data.from);
	const percent = (values, bins) =>
		Math.round(values[r * bins + Math.floor(part * bins)] / 2.55) + " %";
	let text = names[r] + ", " + timeText(t, (view.to - view.from) / 1000);
	const stop = !view.links && (data.stops || []).find(s => s[0] === r && s[1] <= t);

	if (stop)
		text += ", " + stop[2];
	if (use && part >= 0 && part < 1)
		text += view.links ? ": sends " + percent(linkUse, data.linkBins)
			: ": computes " + percent(use.high, use.bins) + " high, " + percent(use.low, use.bins)
				+ " low";
	return text;
}

/* point: at a row and a time; row null: at none. found: a message there, or null. */
function point(row, at, found, keys) {
	pointed.row = row;
	pointed.at = at;
	pointed.keys = keys;
	paintOverlay();
	element("readout").textContent = row === null ? "\u00a0"
		: [rowText(row, at), found && found.text].filter(Boolean).join("; ");
}

function pointMouse(canvas, e) {
	const p = place(canvas), row = Math.floor(view.top + e.offsetY / p.step);
	const at = view.from + (e.offsetX - LEFT) / p.width * (view.to - view.from);
	const inside = row >= 0 && row < rowNames().length && e.offsetY < p.height;

	if (!inside)
		point(null, null, null, false);
	else if (view.links)
		point(row, at, null, false);
	else {
		pointed.row = row;
		point(row, at, nearest(p, e.offsetX, e.offsetY), false);
	}
}

/* ---- the mouse ---- */

function wheel(canvas, e) {
	const p = place(canvas), factor = Math.pow(1.0015, e.deltaY || e.deltaX);

	e.preventDefault();
	if (e.shiftKey) {
		const at = view.top + e.offsetY / p.step;

		view.rows *= factor;
		view.top = at - e.offsetY / (p.height / view.rows);
		clampView();
		paint();
	} else {
		zoom(factor, view.from + (e.offsetX - LEFT) / p.width * (view.to - view.from));
	}
}

function drag(canvas, held, e) {
	const p = place(canvas);
	const t = (e.offsetX - held.x) / p.width * (held.to - held.from);

	held.moved = held.moved || Math.hypot(e.offsetX - held.x, e.offsetY - held.y) > 3;
	view.top = held.top - (e.offsetY - held.y) / p.step;
	moveTo(held.from - t, held.to - t);
}

function listenMouse(canvas) {
	let held = null;

	canvas.addEventListener("wheel", e => wheel(canvas, e), {passive: false});
	canvas.addEventListener("pointerdown", e => {
		held = {x: e.offsetX, y: e.offsetY, from: view.from, to: view.to, top: view.top,
			moved: false};
		canvas.setPointerCapture(e.pointerId);
	});
	canvas.addEventListener("pointermove", e =>
		held ? drag(canvas, held, e) : pointMouse(canvas, e));
	canvas.addEventListener("pointerleave", () => point(null, null, null, false));
	canvas.addEventListener("pointerup", e => {
		const found = held && !held.moved && !view.links
			&& nearest(place(canvas), e.offsetX, e.offsetY);

		held = null;
		if (found && found.task !== undefined)
			pick(found.task);
	});
}

/* ---- the keyboard ---- */

/* movePointer: rows down and parts of the view later; the view follows. */
function movePointer(rows, part) {
	const span = view.to - view.from, last = rowNames().length - 1;
	const row = pointed.row === null ? Math.floor(view.top) : pointed.row + rows;
	const at = pointed.at === null ? (view.from + view.to) / 2 : pointed.at + part * span;
	const r = Math.max(0, Math.min(last, row)), t = Math.max(data.from, Math.min(data.to, at));

	if (r < view.top)
		view.top = r;
	if (r + 1 > view.top + view.rows)
		view.top = r + 1 - view.rows;
	if (t < view.from)
		moveTo(t, t + span);
	else if (t > view.to)
		moveTo(t - span, t);
	else
		paint();
	point(r, t, null, true);
}

const keys = {
	ArrowUp: () => movePointer(-1, 0),
	ArrowDown: () => movePointer(1, 0),
	ArrowLeft: () => movePointer(0, -0.02),
	ArrowRight: () => movePointer(0, 0.02),
	"+": () => zoom(0.5, pointed.at === null ? undefined : pointed.at),
	"-": () => zoom(2, pointed.at === null ? undefined : pointed.at),
	PageUp: () => actions.left(),
	PageDown: () => actions.right(),
	Home: () => actions.all(),
};

function listenKeys(canvas) {
	canvas.addEventListener("keydown", e => {
		if (!keys[e.key] || e.ctrlKey || e.altKey || e.metaKey)
			return;
		e.preventDefault();
		keys[e.key]();
	});
	canvas.addEventListener("blur", () => pointed.keys && point(null, null, null, false));
}

/* ---- boxes to tick, lists, links ---- */

function listenChoices() {
	for (const [id, kind] of [["showLinks", "links"], ["showParts", "trek"]])
		if (element(id))
			element(id).addEventListener("change", () => {
				for (const k in view.shown) /* the other stays as it is, too */
					if (view.shown[k] === null)
						view.shown[k] = Boolean(ticked(k === "links" ? "showLinks" : "showParts"));
				view.shown[kind] = ticked(id);
				remember();
				paint();
			});
	if (element("showPath"))
		element("showPath").addEventListener("change", paint);
	if (element("showRows"))
		element("showRows").addEventListener("change", () => {
			view.links = ticked("showRows");
			view.rows = view.top = 0;
			clampView();
			remember();
			paint();
		});
	if (element("task"))
		element("task").addEventListener("change", () =>
			pick(element("task").value === "" ? null : Number(element("task").value)));
}

function listenTasks() {
	const show = task => {
		pointed.task = task;
		paintOverlay();
	};

	for (const link of taskLinks()) {
		link.addEventListener("click", e => {
			e.preventDefault();
			pick(Number(link.textContent));
		});
		for (const event of ["mouseenter", "focus"])
			link.addEventListener(event, () => show(Number(link.textContent)));
		for (const event of ["mouseleave", "blur"])
			link.addEventListener(event, () => show(null));
	}
}

/* recolour: the screen has become dark or light, or what is drawn goes to paper. */
function recolour() {
	readColours();
	forgetPictures();
	paint();
}

function listenColours() {
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
	for (const [event, paper] of [["beforeprint", true], ["afterprint", false]])
		window.addEventListener(event, () => {
			document.documentElement.classList.toggle("paper", paper);
			recolour();
		});
}

function listen() {
	const canvas = element("diagram");

	listenMouse(canvas);
	listenKeys(canvas);
	listenChoices();
	listenTasks();
	listenColours();
	for (const button of document.querySelectorAll("button[data-do]"))
		button.addEventListener("click", actions[button.dataset.do]);
	window.addEventListener("hashchange", () => {
		readAddress();
		paint();
	});
	window.addEventListener("resize", paint);
}

function listTasks() {
	const list = element("task"), failed = new Set(data.failed || []);

	if (!list)
		return;
	list.appendChild(new Option("none", ""));
	const others = Object.keys(data.graphs).map(Number).filter(t => !failed.has(t));
	for (const task of [...failed, ...others])
		list.appendChild(new Option(failed.has(task) ? task + " (stopped)" : task, task));
}

function notes() {
	const words = [];

	if (data.bundled)
		words.push(data.nmessages + " messages went over links; they are in bundles. "
			+ "trellis report --from TIME --to TIME has each of a shorter time.");
	if (data.nparts > parts.from.length)
		words.push("Of " + data.nparts + " messages of TrEK, " + parts.from.length
			+ " are in this page.");
	element("timeNote").textContent = words.join(" ");
}

readColours();
clampView();
listTasks();
notes();
listen();
readAddress();
if (view.task === null && data.failed && data.failed.length > 0
	&& (location.hash.length < 2 || element(location.hash.slice(1))))
	chooseTask(data.failed[0]);
paint();
document.body.dataset.ready = "yes";

})();
