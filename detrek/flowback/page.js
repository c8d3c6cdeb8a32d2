// The tree of causes: each node opens its own; the chosen one is shown beside it.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const nodes = new Map(data.nodes.map(n => [n.id, n]));
const FIRST = 40; // nodes in the first view

for (const n of data.nodes)
	n.causes = [];
for (const e of data.edges)
	nodes.get(e.effect).causes.push(e);

function make(tag, attributes, ...children) {
	const e = document.createElement(tag);

	for (const [name, value] of Object.entries(attributes))
		e.setAttribute(name, value);
	e.append(...children);
	return e;
}

const base = file => file.slice(file.lastIndexOf("/") + 1);
const place = n => n.line ? `${base(n.file)}:${n.line}` : "";
// Memory without a name is shown by the statement that wrote it, or "input".
const isNameless = n => n.name.startsWith("*0x");
const title = n => isNameless(n) ? `${n.source || n.kind}  (${n.value})` : n.text;
const who = n => `node ${n.node}` + (n.process ? `.${n.process}` : "") + (n.program ? ` ${n.program}` : "");

// A message's arrow leads from the cause's process to the effect's.
function edgeText(e) {
	const cause = nodes.get(e.cause), effect = nodes.get(e.effect);

	if (e.kind === "wait")
		return e.name;
	if (e.kind === "control")
		return cause.kind === "entry" ? "in" : "if";
	if (e.kind === "lost")
		return "overwrites unseen";
	if (e.kind === "beside")
		return "beside " + (e.name || "it");
	if (e.kind === "potential")
		return (e.name ? e.name + " " : "") + "skipped by";
	if (e.kind === "sync" || cause.node !== effect.node)
		return `\u2709 ${cause.node} \u2192 ${effect.node}` + (e.name ? ` ${e.name}` : "");
	return e.name && e.name !== cause.name ? e.name : "";
}

function show(id) {
	const n = nodes.get(id), aside = document.getElementById("chosen"), rows = make("table", {});
	const row = (name, value) =>
		value && rows.append(make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value)));

	for (const b of document.querySelectorAll(".what"))
		b.setAttribute("aria-current", b.dataset.id === String(id));
	row("what", n.note || n.kind);
	row("memory", isNameless(n) && n.text);
	row("process", who(n));
	row("time", n.when);
	row("executions", n.executions > 1 && String(n.executions));
	row("not followed", n.not_followed > 0 && String(n.not_followed));
	row("instruction", n.when && n.kind !== "output" && String(n.instruction));
	aside.replaceChildren(make("h2", {}, title(n)), rows);
	if (n.lines.length) {
		const pre = make("pre", { class: "source", tabindex: 0, "aria-label": "source" });

		for (const l of n.lines) {
			const number = make("span", { class: "n" }, String(l.line).padStart(6) + "  ");

			pre.append(l.line === n.line ? make("mark", {}, number, l.text)
				: number, l.line === n.line ? "" : l.text + "\n");
		}
		aside.append(make("p", {}, n.path), pre);
	}
	if (data.recording && n.when && n.kind !== "output")
		aside.append(make("p", {}, "the debugger at this place: ", make("code", { class: "command" },
			`trellis debug -e 'goto node ${n.node} ${n.instruction}' ${data.recording}`)));
	if (n.stack.length)
		aside.append(make("p", {}, "called from"), make("pre", {}, n.stack.join("\n")));
}

const shown = new Set();

function item(id, edge) {
	const n = nodes.get(id), li = make("li", {}), row = make("div", { class: "row" });
	const text = edge ? edgeText(edge) : "";
	const what = make("button", { class: "what", type: "button", "data-id": id },
		make("span", { class: "value" }, title(n)), " ",
		make("span", { class: "where" }, [n.function && n.function + "()", place(n)].filter(Boolean).join("  ")));

	if (n.causes.length) {
		const open = make("button", { class: "open", type: "button", "aria-expanded": "false",
			"aria-label": "causes of " + title(n) }, "\u25b8");

		open.addEventListener("click", () => toggle(li, open, n));
		li.openCauses = () => toggle(li, open, n);
		row.append(open);
	} else {
		row.append(make("span", { class: "open" }, n.more ? "\u2026" : ""));
	}
	if (text)
		row.append(make("span", { class: "edge " + edge.kind }, text + ":"));
	row.append(what);
	what.addEventListener("click", () => show(id));
	li.append(row);
	return li;
}

function toggle(li, open, n) {
	const list = li.querySelector(":scope > ul");

	open.setAttribute("aria-expanded", String(!list));
	open.textContent = list ? "\u25b8" : "\u25be";
	if (list)
		list.remove();
	else
		li.append(make("ul", {}, ...n.causes.map(e => item(e.cause, e))));
}

// The first view: nearest nodes are opened first, each once.
const tree = document.getElementById("tree"), root = item(data.first, null), queue = [root];
let visible = 1;

tree.append(root);
for (let li; (li = queue.shift());) {
	const id = Number(li.querySelector(".what").dataset.id), causes = nodes.get(id).causes;

	if (!li.openCauses || shown.has(id) || visible + causes.length > FIRST)
		continue;
	shown.add(id);
	visible += causes.length;
	li.openCauses();
	queue.push(...li.querySelectorAll(":scope > ul > li"));
}
show((data.nodes.find(n => n.lines.length) || data.nodes[0]).id);
document.body.dataset.ready = "yes";
