/*
 * The page's diagrams. The files of this folder are one script, in this order: data.js, diagram.js,
 * messages.js, chart.js, graph.js, user.js.
 *
 * What is shown is in the address behind the #, so that it can be sent and gone back to: task=49
 * chooses a task; from=1.2 and to=1.3 the simulated seconds, zoom=8 instead of `to` an eighth of
 * all; rows=links has a row a link; messages=links,trek shows those messages, messages=none none;
 * without it, messages are shown when they are few. Attributes of <body> say what has been drawn.
 */
"use strict";
(function () {

const data = JSON.parse(document.getElementById("data").textContent);
const ALL = 4294967295; /* of a scaled time */
const LEFT = 90, AXIS = 22; /* pixels for names, for the time */
const FEW_ROWS = 16, FEW_ARROWS = 2000; /* up to these, messages are shown unasked */
/* links, trek: the user's choice of messages; null: as few as they are */
const view = {from: data.from, to: data.to, top: 0, rows: 0, task: null, links: false,
	shown: {links: null, trek: null}};

const NUMBERS = {1: Uint8Array, 2: Uint16Array, 4: Uint32Array}; /* by their bytes */

/* numbers: of text in base64, the lowest byte first, as browsers' machines have them. */
function numbers(text, size) {
	const s = atob(text), bytes = new Uint8Array(s.length);

	for (let i = 0; i < s.length; i++)
		bytes[i] = s.charCodeAt(i);
	return new NUMBERS[size](bytes.buffer);
}

function columns(table, sizes) {
	const all = {};

	for (const name in sizes)
		all[name] = table ? numbers(table[name], sizes[name]) : new Uint8Array(0);
	return all;
}

const messages = columns(data.messages,
	{from: 2, to: 2, first0: 4, first1: 4, last0: 4, last1: 4, bytes: 4, count: 4});
const parts = columns(data.parts, {from: 2, to: 2, begin: 4, end: 4, task: 4, kind: 1});
const path = columns(data.path, {from: 2, to: 2, begin: 4, end: 4, kind: 1});
const use = data.bins
	? {bins: data.bins, high: numbers(data.high, 1), low: numbers(data.low, 1)} : null;
const linkUse = data.bins ? numbers(data.linkUse, 1) : null;
const links = data.links || [];

function seconds(scaled) {
	return data.from + (data.to - data.from) * scaled / ALL;
}

function element(id) {
	return document.getElementById(id);
}

function ticked(id) {
	const box = element(id);

	return box && box.checked;
}

/* ---- colours: those of the style, which has others for a dark screen ---- */

const colours = {};

function readColours() {
	const style = getComputedStyle(document.documentElement);

	for (const name of ["high", "low", "idle", "link", "part", "result", "path", "ink", "faint",
		"paper"])
		colours[name] = style.getPropertyValue("--" + name).trim();
}

/* channels: red, green, blue of "#rrggbb". */
function channels(colour) {
	return [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
}
