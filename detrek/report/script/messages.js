
/* ---- messages: behind what the nodes compute, in bundles where they are many ---- */

const RESULT = 1, LOST = 2, LINK = 4; /* kinds; the first two of TrEK's */

/*
 * arrows: the messages of a kind that are in sight, as places: x0, x1 where the first begins and
 * ends, x2, x3 the last one. wanted: a filter by number; absent: all.
 */
function linkArrows(p, wanted) {
	return arrowsOf(p, messages, i => [seconds(messages.first0[i]), seconds(messages.first1[i]),
		seconds(messages.last0[i]), seconds(messages.last1[i])], i => messages.count[i],
		() => colours.link, wanted);
}

function trekArrows(p, wanted) {
	return arrowsOf(p, parts, i => {
		const begin = seconds(parts.begin[i]), lost = parts.kind[i] & LOST;
		const end = lost ? begin + 12 * (view.to - view.from) / p.width : seconds(parts.end[i]);

		return [begin, end, begin, end];
	}, () => 1, i => parts.kind[i] & RESULT ? colours.result : colours.part, wanted);
}

function inSight(from, to) {
	return Math.max(from, to) >= Math.floor(view.top) && Math.min(from, to) < view.top + view.rows;
}

function arrowsOf(p, table, times, count, colour, wanted) {
	const found = [];

	for (let i = 0; i < table.from.length; i++) {
		if (wanted && !wanted(i) || !inSight(table.from[i], table.to[i]))
			continue;
		const t = times(i);

		if (t[3] < view.from || t[0] > view.to)
			continue;
		const kind = table.kind ? table.kind[i] : LINK;

		found.push({i: i, from: table.from[i], to: table.to[i], x0: p.x(t[0]), x1: p.x(t[1]),
			x2: p.x(t[2]), x3: p.x(t[3]), count: count(i), colour: colour(i), kind: kind,
			lost: kind & LOST});
	}
	return found;
}

/* merge: the arrows of the same rows and kind that begin in the same few pixels as one. */
function merge(arrows, wide) {
	const bundles = new Map();

	for (const a of arrows) {
		const rows = a.from * data.rows.length + a.to;
		const key = (rows * 8 + a.kind) * 65536 + Math.max(0, Math.floor(a.x0 / wide));
		const b = bundles.get(key);

		if (!b) {
			bundles.set(key, a);
			continue;
		}
		b.x0 = Math.min(b.x0, a.x0);
		b.x1 = Math.min(b.x1, a.x1);
		b.x2 = Math.max(b.x2, a.x2);
		b.x3 = Math.max(b.x3, a.x3);
		b.count += a.count;
	}
	return [...bundles.values()];
}

/* bundled: in the narrowest bundles that are few enough. */
function bundled(arrows) {
	for (let wide = 6; arrows.length > FEW_ARROWS && wide < 200; wide *= 2)
		arrows = merge(arrows, wide);
	return arrows;
}

function line(g, x0, y0, x1, y1, head) {
	const a = Math.atan2(y1 - y0, x1 - x0);

	g.moveTo(x0, y0);
	g.lineTo(x1, y1);
	if (!head)
		return;
	g.moveTo(x1 - 6 * Math.cos(a - 0.4), y1 - 6 * Math.sin(a - 0.4));
	g.lineTo(x1, y1);
	g.lineTo(x1 - 6 * Math.cos(a + 0.4), y1 - 6 * Math.sin(a + 0.4));
}

/* What a bundle covers. */
function outline(g, a, y0, y1) {
	g.moveTo(a.x0, y0);
	g.lineTo(a.x2 + 1, y0);
	g.lineTo(a.x3 + 1, y1);
	g.lineTo(a.x1, y1);
	g.closePath();
}

/* paintArrows: of one colour. head: with arrow heads */
function paintArrows(g, p, arrows, wide, head) {
	const end = a => a.lost ? (p.y(a.from) + p.y(a.to)) / 2 : p.y(a.to);

	g.strokeStyle = g.fillStyle = arrows[0].colour;
	g.lineWidth = wide;
	g.beginPath();
	for (const a of arrows)
		if (a.count > 1)
			outline(g, a, p.y(a.from), end(a));
	g.fill();
	for (const lost of [0, LOST]) {
		g.setLineDash(lost ? [3, 3] : []);
		g.beginPath();
		for (const a of arrows)
			if (a.lost === lost)
				line(g, a.x0, p.y(a.from), a.x1, end(a), head);
		g.stroke();
	}
	g.setLineDash([]);
}

/* paintAll: the more messages a bundle has the darker it is, the more bundles the paler all. */
function paintAll(g, p, arrows, wide) {
	const FINE = 400, LEVELS = 8, bundles = bundled(arrows), groups = new Map();
	const most = Math.log1p(bundles.reduce((m, a) => Math.max(m, a.count), 1));
	const fade = Math.sqrt(Math.min(1, FINE / Math.max(1, bundles.length)));

	for (const a of bundles) {
		const level = Math.ceil(LEVELS * Math.log1p(a.count) / most), key = a.colour + level;

		if (!groups.has(key))
			groups.set(key, {level: level, arrows: []});
		groups.get(key).arrows.push(a);
	}
	for (const group of groups.values()) {
		g.globalAlpha = Math.max(0.04, fade * (0.3 + 0.6 * group.level / LEVELS));
		paintArrows(g, p, group.arrows, wide, bundles.length <= FINE);
	}
	g.globalAlpha = 1;
	return bundles.length;
}

/* shows: whether the messages of a kind are shown: as the user likes, or if they are few. */
function shows(kind, arrows) {
	const chosen = view.shown[kind];

	return chosen === null
		? Math.min(view.rows, rowNames().length) <= FEW_ROWS && arrows.length <= FEW_ARROWS : chosen;
}

const visible = {links: [], trek: []}; /* those that the mouse can find */

function paintMessages(g, p) {
	const kinds = {links: ["showLinks", linkArrows(p)], trek: ["showParts", trekArrows(p)]};
	let drawn = 0;

	for (const kind in kinds) {
		const [id, arrows] = kinds[kind];
		const on = shows(kind, arrows);

		visible[kind] = on ? arrows.map(a => a.i) : [];
		if (element(id))
			element(id).checked = on;
		if (on)
			drawn += paintAll(g, p, arrows, kind === "links" ? 0.7 : 1);
	}
	return drawn;
}

/* paintRow: what one node sends and receives. */
function paintRow(g, p, row) {
	const withRow = t => i => t.from[i] === row || t.to[i] === row;
	const all = linkArrows(p, withRow(messages)).concat(trekArrows(p, withRow(parts)));

	return paintAll(g, p, all, 1.2);
}

/* paintTask: its messages; null: of no task. */
function paintTask(g, p, task) {
	const all = task === null ? [] : trekArrows(p, i => parts.task[i] === task);

	for (const colour of new Set(all.map(a => a.colour)))
		paintArrows(g, p, all.filter(a => a.colour === colour), 2.5, true);
	return all.length;
}
