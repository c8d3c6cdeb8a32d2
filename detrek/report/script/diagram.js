
/* ---- pictures of use, painted once: a pixel a bin, ROW pixels a row, clear where idle ---- */

const ROW = 8;

/* pixel: a colour as a word of an image's data. */
function pixel(colour) {
	const [red, green, blue] = channels(colour);

	return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
}

/* pile: in a column from y upwards, what a part of 255 fills. returns the next y */
function pile(pixels, x, y, width, bottom, sum, colour) {
	const top = bottom - Math.round(ROW * Math.min(1, sum / 255));

	for (; y > top; y--)
		pixels[y * width + x] = colour;
	return y;
}

/* texture: layers are lists of bins and a colour each, stacked from below. */
function texture(nrows, nbins, layers) {
	const c = document.createElement("canvas"), g = c.getContext("2d");

	c.width = Math.max(1, nbins);
	c.height = Math.max(1, nrows * ROW);
	const image = g.createImageData(c.width, c.height), pixels = new Uint32Array(image.data.buffer);
	const colour = layers.map(l => pixel(l.colour));

	for (let r = 0; r < nrows; r++)
		for (let i = 0; i < nbins; i++) {
			const bottom = r * ROW + ROW - 1;
			let sum = 0, y = bottom;

			for (let k = 0; k < layers.length; k++) {
				const part = layers[k].values[r * nbins + i];

				sum += part;
				if (part > 5) /* what is next to nothing is seen, too */
					y = pile(pixels, i, y, c.width, bottom, Math.max(sum, 16), colour[k]);
			}
		}
	g.putImageData(image, 0, 0);
	return c;
}

const pictures = {nodes: null, links: null}; /* null: yet to be painted, in these colours */

function nodesPicture() {
	return texture(data.rows.length, use.bins,
		[{values: use.high, colour: colours.high}, {values: use.low, colour: colours.low}]);
}

function linksPicture() {
	return texture(links.length, data.linkBins, [{values: linkUse, colour: colours.link}]);
}

function forgetPictures() {
	pictures.nodes = pictures.links = null;
}

function usePicture() {
	if (view.links)
		return pictures.links = pictures.links || linksPicture();
	return pictures.nodes = pictures.nodes || nodesPicture();
}

/* ---- the diagram ---- */

function prepare(canvas, fill) {
	const scale = window.devicePixelRatio || 1, g = canvas.getContext("2d");
	const width = Math.round(canvas.clientWidth * scale);
	const height = Math.round(canvas.clientHeight * scale);

	if (canvas.width !== width || canvas.height !== height) {
		canvas.width = width;
		canvas.height = height;
	}
	g.setTransform(scale, 0, 0, scale, 0, 0);
	g.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
	if (fill) {
		g.fillStyle = fill;
		g.fillRect(0, 0, canvas.clientWidth, canvas.clientHeight);
	}
	g.font = "12px sans-serif";
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
	const digits = Math.max(0, -Math.floor(Math.log10(step * unit[0]) + 1e-9));

	return (t * unit[0]).toFixed(digits) + " " + unit[1];
}

function axis(g, p, y) {
	const about = (view.to - view.from) / Math.max(2, p.width / 110);
	const power = Math.pow(10, Math.floor(Math.log10(about)));
	const ratio = about / power;
	const step = power * (ratio > 5 ? 10 : ratio > 2 ? 5 : ratio > 1 ? 2 : 1);

	g.fillStyle = colours.ink;
	for (let i = Math.ceil(view.from / step); i * step <= view.to; i++) {
		g.fillRect(p.x(i * step), y, 1, 4);
		g.fillText(timeText(i * step, step), p.x(i * step) + 3, y + 15);
	}
}

/* eachRow: of those in sight, with its middle. */
function eachRow(p, f) {
	const n = rowNames().length;

	for (let r = Math.max(0, Math.floor(view.top)); r < n && r < view.top + view.rows; r++)
		f(r, p.y(r));
}

function paintTracks(g, p) {
	g.fillStyle = colours.idle;
	eachRow(p, (r, y) => g.fillRect(LEFT, y - 0.35 * p.step, p.width, 0.7 * p.step));
}

function paintUse(g, p) {
	if (!use)
		return;
	const picture = usePicture(), part = t => (t - data.from) / (data.to - data.from);
	const x = part(view.from) * picture.width;
	const w = (part(view.to) - part(view.from)) * picture.width;

	g.imageSmoothingEnabled = false;
	eachRow(p, (r, y) => g.drawImage(picture, x, r * ROW, w, ROW, LEFT, y - 0.35 * p.step,
		p.width, 0.7 * p.step));
}

function paintNames(g, p) {
	const every = Math.max(1, Math.ceil(13 / p.step)), names = rowNames();

	g.fillStyle = colours.paper;
	g.fillRect(0, 0, LEFT, p.height + AXIS);
	g.fillStyle = colours.ink;
	eachRow(p, (r, y) => r % every === 0 && g.fillText(names[r], 4, Math.max(10, y + 4), LEFT - 8));
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

const COMPUTES = 0, MESSAGE = 1, WAITS = 2; /* kinds of a step of the path */

function stroke(g, p, kind, wide, colour) {
	g.strokeStyle = colour;
	g.lineWidth = wide;
	g.beginPath();
	for (let i = 0; i < path.from.length; i++) {
		if (kind !== path.kind[i])
			continue;
		g.moveTo(p.x(seconds(path.begin[i])), p.y(path.from[i]));
		g.lineTo(p.x(seconds(path.end[i])), p.y(path.to[i]));
	}
	g.stroke();
}

/* The critical path: a line along what a node computes, a pale one with a message, dots in waits. */
function paintPath(g, p) {
	g.globalAlpha = 0.35;
	stroke(g, p, MESSAGE, 1, colours.path);
	g.globalAlpha = 1;
	g.setLineDash([2, 3]);
	stroke(g, p, WAITS, 1.5, colours.path);
	g.setLineDash([]);
	stroke(g, p, COMPUTES, 4.5, colours.paper);
	stroke(g, p, COMPUTES, 2, colours.path);
}

function clipped(g, p, paint) {
	g.save();
	g.beginPath();
	g.rect(LEFT, 0, p.width, p.height);
	g.clip();
	paint();
	g.restore();
}

function paintDiagram() {
	const canvas = element("diagram"), g = prepare(canvas, colours.paper), p = place(canvas);
	let drawn = 0;

	paintTracks(g, p);
	clipped(g, p, () => {
		if (!view.links)
			drawn = paintMessages(g, p);
		paintUse(g, p);
		if (!view.links) {
			drawn += paintTask(g, p, view.task);
			if (ticked("showPath"))
				paintPath(g, p);
			paintStops(g, p);
		}
	});
	paintNames(g, p);
	axis(g, p, p.height);
	paintOverlay();
	document.body.dataset.drawn = drawn;
	document.body.dataset.from = view.from.toPrecision(9);
	document.body.dataset.to = view.to.toPrecision(9);
	document.body.dataset.rows = view.links ? "links" : "nodes";
}

/* ---- over it: what the mouse or the keys point at ---- */

const pointed = {row: null, task: null, at: null, keys: false};

function paintOverlay() {
	const canvas = element("overlay"), g = prepare(canvas), p = place(canvas);
	let drawn = 0;

	clipped(g, p, () => {
		if (pointed.row !== null && !view.links)
			drawn = paintRow(g, p, pointed.row);
		if (pointed.task !== null)
			drawn += paintTask(g, p, pointed.task);
		if (pointed.keys && pointed.at !== null) {
			g.fillStyle = colours.ink;
			g.fillRect(p.x(pointed.at) - 0.5, 0, 1, p.height);
		}
	});
	if (pointed.row !== null) {
		g.strokeStyle = colours.ink;
		g.lineWidth = 1;
		g.strokeRect(1, p.y(pointed.row) - 0.5 * p.step, LEFT + p.width - 2, p.step);
	}
	document.body.dataset.pointed = drawn;
}
