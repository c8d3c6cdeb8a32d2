
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

	box.appendChild(svg("rect", {x: x, y: y, width: BOX_X, height: BOX_Y, rx: round ? 22 : 3}));
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
		: "The graph of task " + view.task + " is not in this page; trellis detrek --task="
		+ view.task + " --svg=FILE draws it.";
	if (!graph)
		return;
	const width = 10 + CELL_X * (1 + Math.max(...graph.vertices.map(v => v[1])));
	const height = 30 + CELL_Y * (1 + Math.max(...graph.vertices.map(v => v[2])));
	const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, width: width,
		style: `max-width: 100%; min-width: ${Math.round(0.85 * width)}px`,
		"font-family": "sans-serif", role: "img",
		"aria-label": "Event graph of task " + view.task + ": " + graph.vertices.length
			+ " events, of which " + graph.vertices.filter(v => v[3]).length + " in the frontier"});

	for (const [from, to] of graph.arcs) {
		const a = graph.vertices[from], b = graph.vertices[to];
		const x0 = 10 + a[1] * CELL_X + BOX_X / 2, y0 = 30 + a[2] * CELL_Y + BOX_Y;
		const x1 = 10 + b[1] * CELL_X + BOX_X / 2, y1 = 30 + b[2] * CELL_Y;

		picture.appendChild(svg("path", {class: "arc",
			d: `M${x0},${y0} C${x0},${y0 + 40} ${x1},${y1 - 40} ${x1},${y1}`}));
		picture.appendChild(svg("path", {class: "head",
			d: `M${x1 - 4},${y1 - 7} L${x1},${y1} L${x1 + 4},${y1 - 7}z`}));
	}
	graph.vertices.forEach((v, i) => picture.appendChild(vertexBox(v, i < 2)));
	box.appendChild(picture);
	const frontier = graph.vertices.find(v => v[3]); /* where one looks first */
	const scale = picture.clientWidth / width;
	box.scrollTop = frontier ? (30 + frontier[2] * CELL_Y) * scale - box.clientHeight / 2 : 0;
	box.scrollLeft = frontier ? (10 + frontier[1] * CELL_X) * scale - box.clientWidth / 2 : 0;
}
