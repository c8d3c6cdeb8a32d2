
/* ---- the chart: means over nodes and links ---- */

/* meanOf, mostOf: of the rows, bin by bin; 0 to 1. */
function meanOf(values, nrows, nbins) {
	const sums = new Float64Array(nbins);

	for (let r = 0; r < nrows; r++)
		for (let i = 0; i < nbins; i++)
			sums[i] += values[r * nbins + i] / 255 / nrows;
	return sums;
}

function mostOf(values, nrows, nbins) {
	const most = new Float64Array(nbins);

	for (let r = 0; r < nrows; r++)
		for (let i = 0; i < nbins; i++)
			if (values[r * nbins + i] > 255 * most[i])
				most[i] = values[r * nbins + i] / 255;
	return most;
}

const curves = use && {
	high: meanOf(use.high, data.rows.length, use.bins),
	low: meanOf(use.low, data.rows.length, use.bins),
	link: meanOf(linkUse, links.length, data.linkBins),
	most: mostOf(linkUse, links.length, data.linkBins),
	/* the first row is the manager's, where the nodes are an application's */
	manager: data.manager ? meanOf(use.high, 1, use.bins)
		.map((high, i) => Math.min(1, high + use.low[i] / 255)) : null,
};

function area(g, p, height, below, values, colour) {
	const t = i => data.from + (data.to - data.from) * i / values.length;

	g.fillStyle = colour;
	for (let i = 0; i < values.length; i++) {
		const x = Math.max(LEFT, p.x(t(i))), w = Math.min(p.x(t(i + 1)), LEFT + p.width) - x;

		if (w > 0)
			g.fillRect(x, height * (1 - (below ? below[i] : 0) - values[i]), w + 0.5,
				height * values[i]);
	}
}

/* smooth: means over what is drawn in a few pixels. */
function smooth(p, values) {
	const WIDE = 6, shown = values.length * (view.to - view.from) / (data.to - data.from);
	const each = Math.max(1, Math.round(shown * WIDE / p.width)), all = [];

	for (let i = 0; i < values.length; i += each) {
		const some = values.slice(i, i + each);

		all.push({t: data.from + (data.to - data.from) * (i + some.length / 2) / values.length,
			value: some.reduce((sum, x) => sum + x, 0) / some.length});
	}
	return all;
}

/* curve: with a border of the paper's colour, so that it is seen on every other. */
function curve(g, p, height, values, dash, colour) {
	g.beginPath();
	for (const point of smooth(p, values))
		g.lineTo(p.x(point.t), height * (1 - point.value));
	g.setLineDash(dash);
	g.strokeStyle = colours.paper;
	g.lineWidth = 4;
	g.stroke();
	g.strokeStyle = colour;
	g.lineWidth = 2;
	g.stroke();
	g.setLineDash([]);
}

function paintChart() {
	const canvas = element("chart");

	if (!canvas || !use)
		return;
	const g = prepare(canvas, colours.paper), p = place(canvas), height = p.height;

	area(g, p, height, null, curves.high, colours.high);
	area(g, p, height, curves.high, curves.low, colours.low);
	g.save();
	g.beginPath();
	g.rect(LEFT, 0, p.width, height);
	g.clip();
	curve(g, p, height, curves.most, [2, 3], colours.link);
	curve(g, p, height, curves.link, [], colours.link);
	if (curves.manager)
		curve(g, p, height, curves.manager, [], colours.path);
	g.restore();
	g.fillStyle = colours.ink;
	for (const percent of [0, 50, 100])
		g.fillText(percent + " %", LEFT - 40, Math.max(10, height * (1 - percent / 100)));
	axis(g, p, height);
}
