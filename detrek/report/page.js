/*
 * The page's diagrams. What is shown is in the address behind the #, so that it can be sent and gone back
 * to: task=49 chooses a task; from=1.2 and to=1.3 the simulated seconds, zoom=8 instead of `to` an eighth
 * of all; rows=links has a row a link. What has been drawn is told in attributes of <body>.
 */
"use strict";
(function () {

const data = JSON.parse(document.getElementById("data").textContent);
const colours = {high: "#e69f00", low: "#0072b2", idle: "#e1e8ee", link: "#008264", part: "#aa508c",
	result: "#d55e00", ink: "#1e1e1e", faint: "#cdd0d4", paper: "#ffffff"};
const ALL = 4294967295; /* of a scaled time */
const LEFT = 90, AXIS = 22; /* pixels for names, for the time */
const view = {from: data.from, to: data.to, top: 0, rows: 0, task: null, links: false};

/* ---- the data ---- */

function numbers(text, size) {
	const s = atob(text), n = s.length / size, a = new Float64Array(n);

	for (let i = 0; i < n; i++)
		for (let k = size - 1; k >= 0; k--)
			a[i] = a[i] * 256 + s.charCodeAt(i * size + k);
	return a;
}

function columns(table, sizes) {
	const all = {};

	for (const name in sizes)
		all[name] = table ? numbers(table[name], sizes[name]) : new Float64Array(0);
	return all;
}

const messages = columns(data.messages,
	{from: 2, to: 2, first0: 4, first1: 4, last0: 4, last1: 4, bytes: 4, count: 4});
const parts = columns(data.parts, {from: 2, to: 2, begin: 4, end: 4, task: 4, kind: 1});
const use = data.bins ? {bins: data.bins, high: numbers(data.high, 1), low: numbers(data.low, 1)} : null;
const linkUse = data.bins ? numbers(data.linkUse, 1) : null;
const links = data.links || [];

function seconds(scaled) {
	return data.from + (data.to - data.from) * scaled / ALL;
}

function element(id) {
	return document.getElementById(id);
}

/* ---- pictures of use, painted once: a pixel a bin, ROW pixels a row ---- */

const ROW = 8;

function texture(nrows, nbins, paint) {
	const c = document.createElement("canvas"), g = c.getContext("2d");

	c.width = Math.max(1, nbins);
	c.height = Math.max(1, nrows * ROW);
	g.fillStyle = colours.idle;
	g.fillRect(0, 0, c.width, c.height);
	for (let r = 0; r < nrows; r++)
		for (let i = 0; i < nbins; i++)
			paint(g, i, r * ROW, r * nbins + i);
	return c;
}

function bar(g, x, y, from, part, colour) {
	if (part > 0) {
		g.fillStyle = colour;
		g.fillRect(x, y + ROW * (1 - from - part), 1, ROW * part);
	}
}

const nodePicture = use && texture(data.rows.length, use.bins, (g, x, y, i) => {
	bar(g, x, y, 0, use.high[i] / 255, colours.high);
	bar(g, x, y, use.high[i] / 255, use.low[i] / 255, colours.low);
});
const linkPicture = use && texture(links.length, data.linkBins, (g, x, y, i) =>
	bar(g, x, y, 0, linkUse[i] / 255, colours.link));

/* ---- the diagram ---- */

function prepare(canvas) {
	const scale = window.devicePixelRatio || 1, g = canvas.getContext("2d");

	canvas.width = canvas.clientWidth * scale;
	canvas.height = canvas.clientHeight * scale;
	g.setTransform(scale, 0, 0, scale, 0, 0);
	g.fillStyle = colours.paper;
	g.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
	g.font = "11px sans-serif";
	return g;
}

function rowNames() {
	return view.links ? links : data.rows;
}

/* Where a time and a row are, in a canvas of that size. */
function place(canvas) {
	const width = canvas.clientWidth - LEFT, height = canvas.clientHeight - AXIS;

	return {
		width: width, height: height, step: height / view.rows,
		x: t => LEFT + width * (t - view.from) / (view.to - view.from),
		y: r => height * (r + 0.5 - view.top) / view.rows,
	};
}

function timeText(t, step) {
	const unit = step >= 1 ? [1, "s"] : step >= 1e-3 ? [1e3, "ms"] : [1e6, "us"];

	return (t * unit[0]).toFixed(Math.max(0, -Math.floor(Math.log10(step * unit[0]) + 1e-9))) + " " + unit[1];
}

function axis(g, p, y) {
	const about = (view.to - view.from) / Math.max(2, p.width / 110);
	const power = Math.pow(10, Math.floor(Math.log10(about)));
	const step = power * (about / power > 5 ? 10 : about / power > 2 ? 5 : about / power > 1 ? 2 : 1);

	g.fillStyle = colours.ink;
	for (let i = Math.ceil(view.from / step); i * step <= view.to; i++) {
		g.fillRect(p.x(i * step), y, 1, 4);
		g.fillText(timeText(i * step, step), p.x(i * step) + 3, y + 14);
	}
}

function paintUse(g, p) {
	const picture = view.links ? linkPicture : nodePicture;
	const names = rowNames();
	const part = (t) => (t - data.from) / (data.to - data.from);

	g.imageSmoothingEnabled = false;
	if (picture) {
		const x = part(view.from) * picture.width, w = (part(view.to) - part(view.from)) * picture.width;

		for (let r = Math.max(0, Math.floor(view.top)); r < names.length && r < view.top + view.rows; r++)
			g.drawImage(picture, x, r * ROW, w, ROW, LEFT, p.y(r) - 0.35 * p.step, p.width, 0.7 * p.step);
	}
	g.fillStyle = colours.paper;
	g.fillRect(0, 0, LEFT, p.height + AXIS);
	g.fillStyle = colours.ink;
	const every = Math.max(1, Math.ceil(11 / p.step));
	for (let r = Math.max(0, Math.floor(view.top)); r < names.length && r < view.top + view.rows; r++)
		if (r % every === 0)
			g.fillText(names[r], 4, p.y(r) + 4, LEFT - 8);
}

function arrow(g, x0, y0, x1, y1) {
	const a = Math.atan2(y1 - y0, x1 - x0);

	g.beginPath();
	g.moveTo(x0, y0);
	g.lineTo(x1, y1);
	g.moveTo(x1 - 6 * Math.cos(a - 0.4), y1 - 6 * Math.sin(a - 0.4));
	g.lineTo(x1, y1);
	g.lineTo(x1 - 6 * Math.cos(a + 0.4), y1 - 6 * Math.sin(a + 0.4));
	g.stroke();
}

/* Messages of links: an arrow, or what many of them cover. */
function paintMessages(g, p) {
	let drawn = 0, visible = 0;

	for (let i = 0; i < messages.from.length; i++)
		visible += seconds(messages.last1[i]) >= view.from && seconds(messages.first0[i]) <= view.to;
	const alpha = Math.min(0.7, 0.08 + 250 / visible);

	g.strokeStyle = g.fillStyle = colours.link;
	for (let i = 0; i < messages.from.length; i++) {
		const x0 = p.x(seconds(messages.first0[i])), x1 = p.x(seconds(messages.first1[i]));
		const x2 = p.x(seconds(messages.last0[i])), x3 = p.x(seconds(messages.last1[i]));
		const y0 = p.y(messages.from[i]), y1 = p.y(messages.to[i]);

		if (x3 < LEFT || x0 > LEFT + p.width)
			continue;
		drawn++;
		if (messages.count[i] > 1) {
			g.globalAlpha = alpha / 2;
			g.beginPath();
			g.moveTo(x0, y0);
			g.lineTo(x2, y0);
			g.lineTo(x3, y1);
			g.lineTo(x1, y1);
			g.fill();
		}
		g.globalAlpha = alpha;
		g.lineWidth = 0.7;
		arrow(g, x0, y0, x1, y1);
	}
	g.globalAlpha = 1;
	return drawn;
}

function paintParts(g, p) {
	let drawn = 0;

	for (const chosen of [false, true])
		for (let i = 0; i < parts.from.length; i++) {
			const x0 = p.x(seconds(parts.begin[i])), lost = parts.kind[i] & 2;
			const x1 = lost ? x0 + 12 : p.x(seconds(parts.end[i]));
			const mine = parts.task[i] === view.task;

			if (chosen !== mine || x1 < LEFT || x0 > LEFT + p.width)
				continue;
			drawn++;
			g.strokeStyle = parts.kind[i] & 1 ? colours.result : colours.part;
			g.globalAlpha = mine ? 1 : view.task === null ? 0.7 : 0.25;
			g.lineWidth = mine ? 2.5 : 1;
			g.setLineDash(lost ? [3, 3] : []);
			arrow(g, x0, p.y(parts.from[i]), x1, lost ? (p.y(parts.from[i]) + p.y(parts.to[i])) / 2
				: p.y(parts.to[i]));
		}
	g.setLineDash([]);
	g.globalAlpha = 1;
	return drawn;
}

/* Nodes that the machine has stopped: a cross. */
function paintStops(g, p) {
	g.strokeStyle = colours.result;
	g.lineWidth = 3;
	for (const [row, at] of data.stops || []) {
		const x = p.x(at), y = p.y(row);

		g.beginPath();
		g.moveTo(x - 7, y - 7);
		g.lineTo(x + 7, y + 7);
		g.moveTo(x - 7, y + 7);
		g.lineTo(x + 7, y - 7);
		g.stroke();
	}
}

function ticked(id) {
	const box = element(id);

	return box && box.checked;
}

function paintDiagram() {
	const canvas = element("diagram"), g = prepare(canvas), p = place(canvas);
	let drawn = 0;

	paintUse(g, p);
	g.save();
	g.beginPath();
	g.rect(LEFT, 0, p.width, p.height);
	g.clip();
	if (!view.links) {
		if (ticked("showLinks"))
			drawn += paintMessages(g, p);
		if (ticked("showParts"))
			drawn += paintParts(g, p);
		paintStops(g, p);
	}
	g.restore();
	axis(g, p, p.height);
	document.body.dataset.drawn = drawn;
	document.body.dataset.from = view.from.toPrecision(9);
	document.body.dataset.to = view.to.toPrecision(9);
	document.body.dataset.rows = view.links ? "links" : "nodes";
}

/* ---- the chart: means over nodes and links ---- */

function means(values, nrows, nbins, combine) {
	const sums = new Float64Array(nbins);

	for (let r = 0; r < nrows; r++)
		for (let i = 0; i < nbins; i++)
			sums[i] = combine(sums[i], values[r * nbins + i] / 255);
	return sums;
}

const mean = n => (sum, x) => sum + x / n;
const curves = use && {
	high: means(use.high, data.rows.length, use.bins, mean(data.rows.length)),
	low: means(use.low, data.rows.length, use.bins, mean(data.rows.length)),
	link: means(linkUse, links.length, data.linkBins, mean(links.length)),
	most: means(linkUse, links.length, data.linkBins, Math.max),
};

function area(g, p, height, below, values, colour) {
	const t = i => data.from + (data.to - data.from) * i / values.length;

	g.fillStyle = colour;
	for (let i = 0; i < values.length; i++) {
		const x = Math.max(LEFT, p.x(t(i))), w = Math.min(p.x(t(i + 1)), LEFT + p.width) - x;

		if (w > 0)
			g.fillRect(x, height * (1 - (below ? below[i] : 0) - values[i]), w + 0.5, height * values[i]);
	}
}

function curve(g, p, height, values, dash) {
	const t = i => data.from + (data.to - data.from) * (i + 0.5) / values.length;

	g.strokeStyle = colours.link;
	g.lineWidth = 1.5;
	g.setLineDash(dash);
	g.beginPath();
	for (let i = 0; i < values.length; i++)
		g.lineTo(p.x(t(i)), height * (1 - values[i]));
	g.stroke();
	g.setLineDash([]);
}

function paintChart() {
	const canvas = element("chart");

	if (!canvas || !use)
		return;
	const g = prepare(canvas), p = place(canvas), height = p.height;

	area(g, p, height, null, curves.high, colours.high);
	area(g, p, height, curves.high, curves.low, colours.low);
	g.save();
	g.beginPath();
	g.rect(LEFT, 0, p.width, height);
	g.clip();
	curve(g, p, height, curves.link, []);
	curve(g, p, height, curves.most, [2, 3]);
	g.restore();
	g.fillStyle = colours.ink;
	for (const percent of [0, 50, 100])
		g.fillText(percent + " %", LEFT - 40, Math.max(10, height * (1 - percent / 100)));
	axis(g, p, height);
}

/* ---- the event graph ---- */

function svg(name, attributes, text) {
	const e = document.createElementNS("http://www.w3.org/2000/svg", name);

	for (const key in attributes)
		e.setAttribute(key, attributes[key]);
	if (text !== undefined)
		e.textContent = text;
	return e;
}

const CELL_X = 190, CELL_Y = 80, BOX_X = 160, BOX_Y = 44;

function vertexBox(v, round) {
	const box = svg("g", {class: v[3] ? "frontier" : "event"});
	const x = 10 + v[1] * CELL_X, y = 30 + v[2] * CELL_Y;

	box.appendChild(svg("rect", {x: x, y: y, width: BOX_X, height: BOX_Y, rx: round ? 22 : 3,
		fill: v[3] ? "#fa8072" : "#eef", stroke: "#000"}));
	v[0].split("\n").forEach((line, i) =>
		box.appendChild(svg("text", {x: x + 8, y: y + 18 + 15 * i, "font-size": 12}, line)));
	return box;
}

function paintGraph() {
	const box = element("graphBox"), graph = data.graphs && data.graphs[view.task];

	if (!box)
		return;
	box.replaceChildren();
	document.body.dataset.vertices = graph ? graph.vertices.length : 0;
	element("graphNote").textContent = view.task === null ? "" : graph ? ""
		: "The graph of task " + view.task + " is not in this page; trellis detrek --task=" + view.task
		+ " --svg=FILE draws it.";
	if (!graph)
		return;
	const width = 10 + CELL_X * (1 + Math.max(...graph.vertices.map(v => v[1])));
	const height = 30 + CELL_Y * (1 + Math.max(...graph.vertices.map(v => v[2])));
	const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, width: width,
		style: `max-width: 100%; min-width: ${Math.round(0.85 * width)}px`, "font-family": "sans-serif"});

	for (const [from, to] of graph.arcs) {
		const a = graph.vertices[from], b = graph.vertices[to];
		const x0 = 10 + a[1] * CELL_X + BOX_X / 2, y0 = 30 + a[2] * CELL_Y + BOX_Y;
		const x1 = 10 + b[1] * CELL_X + BOX_X / 2, y1 = 30 + b[2] * CELL_Y;

		picture.appendChild(svg("path", {d: `M${x0},${y0} C${x0},${y0 + 40} ${x1},${y1 - 40} ${x1},${y1}`,
			fill: "none", stroke: "#555"}));
		picture.appendChild(svg("path", {d: `M${x1 - 4},${y1 - 7} L${x1},${y1} L${x1 + 4},${y1 - 7}z`,
			fill: "#555"}));
	}
	graph.vertices.forEach((v, i) => picture.appendChild(vertexBox(v, i < 2)));
	box.appendChild(picture);
	const frontier = graph.vertices.find(v => v[3]); /* where one looks first */
	const scale = picture.clientWidth / width;
	box.scrollTop = frontier ? (30 + frontier[2] * CELL_Y) * scale - box.clientHeight / 2 : 0;
	box.scrollLeft = frontier ? (10 + frontier[1] * CELL_X) * scale - box.clientWidth / 2 : 0;
}

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

/* chooseTask: null for none. */
function chooseTask(task) {
	view.task = task;
	document.body.dataset.task = task === null ? "" : task;
	const list = element("task");
	if (list)
		list.value = task === null ? "" : String(task);
	for (const link of document.querySelectorAll("#errors a"))
		link.closest("tr").classList.toggle("chosen", link.textContent === String(task));
	paintGraph();
}

/* pick: a task, by its user; the rest stays as it is shown. */
function pick(task) {
	chooseTask(task);
	remember("pushState");
	paint();
}

function readAddress() {
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
	clampView();
	chooseTask(number("task", null));
	paint();
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

/* nearest: what a message close to a point is, in words; also chooses parts' tasks. */
function nearest(p, x, y) {
	let best = 6, found = null;
	const look = (i, x0, r0, x1, r1, words) => {
		const y0 = p.y(r0), y1 = p.y(r1), length = Math.hypot(x1 - x0, y1 - y0) || 1;
		const along = Math.max(0, Math.min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length / length));
		const d = Math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0));

		if (d < best) {
			best = d;
			found = words(i);
		}
	};

	if (ticked("showLinks"))
		for (let i = 0; i < messages.from.length; i++)
			look(i, p.x(seconds(messages.first0[i])), messages.from[i], p.x(seconds(messages.first1[i])),
				messages.to[i], i => ({text: data.rows[messages.from[i]] + " to " + data.rows[messages.to[i]]
					+ ": " + messages.bytes[i] + " bytes"
					+ (messages.count[i] > 1 ? " in " + messages.count[i] + " messages" : "")}));
	if (ticked("showParts"))
		for (let i = 0; i < parts.from.length; i++)
			look(i, p.x(seconds(parts.begin[i])), parts.from[i], p.x(seconds(parts.end[i])), parts.to[i],
				i => ({task: parts.task[i], text: (parts.kind[i] & 1 ? "result of task " : "task ")
					+ parts.task[i] + ", " + data.rows[parts.from[i]] + " to " + data.rows[parts.to[i]]
					+ (parts.kind[i] & 2 ? ", not seen to arrive" : "")}));
	return found;
}

function rowText(p, x, y) {
	const r = Math.floor(view.top + y / p.step), names = rowNames();
	const t = view.from + (x - LEFT) / p.width * (view.to - view.from);
	const part = (t - data.from) / (data.to - data.from);
	const percent = (values, bins) => Math.round(values[r * bins + Math.floor(part * bins)] / 2.55) + " %";

	if (r < 0 || r >= names.length || x < LEFT)
		return "";
	let text = names[r] + ", " + timeText(t, (view.to - view.from) / 1000);
	const stop = !view.links && (data.stops || []).find(s => s[0] === r && s[1] <= t);
	if (stop)
		text += ", " + stop[2];
	if (use && part >= 0 && part < 1)
		text += view.links ? ": sends " + percent(linkUse, data.linkBins)
			: ": computes " + percent(use.high, use.bins) + " high, " + percent(use.low, use.bins) + " low";
	return text;
}

function listen() {
	const canvas = element("diagram");
	let held = null;

	canvas.addEventListener("wheel", e => {
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
	}, {passive: false});
	canvas.addEventListener("pointerdown", e => {
		held = {x: e.offsetX, y: e.offsetY, from: view.from, to: view.to, top: view.top, moved: false};
		canvas.setPointerCapture(e.pointerId);
	});
	canvas.addEventListener("pointermove", e => {
		const p = place(canvas);

		if (held) {
			const t = (e.offsetX - held.x) / p.width * (held.to - held.from);

			held.moved = held.moved || Math.abs(e.offsetX - held.x) > 3 || Math.abs(e.offsetY - held.y) > 3;
			view.top = held.top - (e.offsetY - held.y) / p.step;
			moveTo(held.from - t, held.to - t);
			return;
		}
		const found = view.links ? null : nearest(p, e.offsetX, e.offsetY);
		element("readout").textContent = [rowText(p, e.offsetX, e.offsetY), found && found.text]
			.filter(Boolean).join("; ") || "\u00a0";
	});
	canvas.addEventListener("pointerup", e => {
		const found = held && !held.moved && !view.links && nearest(place(canvas), e.offsetX, e.offsetY);

		held = null;
		if (found && found.task !== undefined)
			pick(found.task);
	});
	for (const button of document.querySelectorAll("button[data-do]"))
		button.addEventListener("click", actions[button.dataset.do]);
	for (const id of ["showLinks", "showParts"])
		if (element(id))
			element(id).addEventListener("change", paint);
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
	for (const link of document.querySelectorAll("#errors a"))
		link.addEventListener("click", e => {
			e.preventDefault();
			pick(Number(link.textContent));
		});
	window.addEventListener("hashchange", readAddress);
	window.addEventListener("resize", paint);
}

function listTasks() {
	const list = element("task"), failed = new Set(data.failed || []);

	if (!list)
		return;
	list.appendChild(new Option("none", ""));
	for (const task of [...failed, ...Object.keys(data.graphs).map(Number).filter(t => !failed.has(t))])
		list.appendChild(new Option(failed.has(task) ? task + " (stopped)" : task, task));
}

function notes() {
	const words = [];

	if (data.bundled)
		words.push(data.nmessages + " messages went over links; they are drawn in bundles. "
			+ "trellis report --from TIME --to TIME draws each of a shorter time.");
	if (data.nparts > parts.from.length)
		words.push("Of " + data.nparts + " messages of TrEK, " + parts.from.length + " are drawn.");
	element("timeNote").textContent = words.join(" ");
}

listTasks();
notes();
listen();
readAddress();
if (view.task === null && data.failed && data.failed.length > 0 && location.hash.length < 2)
	chooseTask(data.failed[0]);
paint();
document.body.dataset.ready = "yes";

})();
