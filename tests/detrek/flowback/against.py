"""
against.py TRELLIS COUNT [SEED]: random programs of which one statement was changed; `trellis why
--against` must name that statement first.

A program has loops, conditions, calls and an array. This script executes it itself, before and
after the change of a constant, so it knows whether the result differs. In the changed source there
are also new statements that change nothing, so that lines, and the turns at which they are
executed, move. In half of the programs the source does not show the change. The first node of the
answer must be the changed statement with its lines in both sources; of an assignment both values
must be such as the statement has computed in the two runs, and they must differ by as much as the
constants.

A line for each case that fails; the last line counts the cases and those that are right.
"""
import json, os, random, subprocess, sys, tempfile

MASK = 0xffffffff
VARIABLES = 5
TABLE = 8
EDITS = 10 # changed lines that an answer has


class Line:
	"""
	A statement on a line of its own: an assignment, `if` or `for`; inner: what it contains;
	hidden: its source has the constant as K, which the command of the compiler defines.
	"""
	def __init__(self, kind, target=None, sources=(), constant=0, inner=()):
		self.kind, self.target, self.sources = kind, target, sources
		self.constant, self.inner, self.new, self.hidden = constant, list(inner), False, False

	def written(self):
		return "K" if self.hidden else str(self.constant)


def draw_lines(draw, depth, turn):
	lines = []
	for _ in range(draw.randint(2, 4)):
		kind = draw.choice(("set", "set", "put", "call", "if", "for") if depth else ("set", "put", "call"))
		names = [draw.choice(["v%d" % draw.randrange(VARIABLES), "t[%d]" % draw.randrange(TABLE)] + turn)
			for _ in range(2)]
		constant = draw.randint(1, 9)
		if kind == "if":
			lines.append(Line(kind, None, names[:1], constant % 4 + 1, draw_lines(draw, depth - 1, turn)))
		elif kind == "for":
			name = "i%d" % depth
			lines.append(Line(kind, name, (), constant % 3 + 2, draw_lines(draw, depth - 1, [name])))
		else:
			target = "t[%d]" % draw.randrange(TABLE) if kind == "put" else "v%d" % draw.randrange(VARIABLES)
			lines.append(Line(kind, target, names, constant))
	return lines


def flat(lines):
	for l in lines:
		yield l
		yield from flat(l.inner)


def execute(lines, state, values):
	for l in lines:
		a = state.get(l.sources[0], 0) if l.sources else 0
		if l.kind == "if":
			if a % 5 < l.constant:
				execute(l.inner, state, values)
		elif l.kind == "for":
			for i in range(l.constant):
				state[l.target] = i
				execute(l.inner, state, values)
			state[l.target] = l.constant
		elif not l.new:
			b = state.get(l.sources[1], 0)
			x = (a + b + b if l.kind == "call" else a + a + b) + l.constant & MASK
			state[l.target] = x
			values.setdefault(l, []).append(x)


def write(lines, out, where, tabs):
	for l in lines:
		where[l] = len(out) + 1
		if l.kind == "if":
			out.append("%sif (%s %% 5 < %s) {" % (tabs, l.sources[0], l.written()))
		elif l.kind == "for":
			out.append("%sfor (%s = 0; %s < %s; %s++) {" % (tabs, l.target, l.target, l.written(), l.target))
		elif l.new:
			out.append("%sunused += %s;" % (tabs, l.written()))
		elif l.kind == "call":
			out.append("%s%s = twice(%s, %s) + %s;" % (tabs, l.target, l.sources[1], l.sources[0], l.written()))
		else:
			out.append("%s%s = %s + %s + %s + %s;"
				% (tabs, l.target, l.sources[0], l.sources[0], l.sources[1], l.written()))
		if l.inner:
			write(l.inner, out, where, tabs + "\t")
			out.append(tabs + "}")


def source(lines):
	where = {}
	out = ["unsigned v0, v1, v2, v3, v4, i0, i1, i2, unused, t[%d];" % TABLE, "",
		"static unsigned", "twice(unsigned x, unsigned y)", "{", "\treturn x + x + y;", "}", "",
		"int", "main(void)", "{"]
	write(lines, out, where, "\t")
	return "\n".join(out + ["\treturn 0;", "}", ""]), where


def add_new(draw, lines):
	"""Statements that change nothing, in random places."""
	for l in list(lines):
		if l.inner:
			add_new(draw, l.inner)
	for _ in range(draw.randint(0, 2)):
		l = Line("set", "unused", (), draw.randint(1, 9))
		l.new = True
		lines.insert(draw.randint(0, len(lines)), l)


def without_new(lines):
	"""The same statements as objects of their own, and their originals."""
	copies, originals = [], {}
	for l in lines:
		if l.new:
			continue
		inner, more = without_new(l.inner)
		copy = Line(l.kind, l.target, l.sources, l.constant, inner)
		originals[copy] = l
		originals.update(more)
		copies.append(copy)
	return copies, originals


def record(trellis, folder, name, text, constant):
	os.makedirs(folder + "/" + name)
	open(folder + "/" + name + "/p.c", "w").write(text)
	for command in ([trellis, "cc", "-O0", "-g", "-DK=%d" % constant, "-o", "p.elf", "p.c"],
		[trellis, "boot", "--record", "run", "p.elf"]):
		subprocess.run(command, cwd=folder + "/" + name, check=True, stdout=subprocess.DEVNULL,
			stderr=subprocess.DEVNULL)
	return folder + "/" + name + "/run"


def case(trellis, draw):
	"""None: the change changes no result. Otherwise what is wrong with the answer, or ""."""
	ours = draw_lines(draw, 2, [])
	add_new(draw, ours)
	right, originals = without_new(ours)
	copy = draw.choice([l for l in flat(right) if l.kind != "for"])
	changed, delta = originals[copy], draw.randint(1, 3)
	copy.hidden = changed.hidden = draw.random() < 0.5
	changed.constant += delta
	states, values = ({}, {}), ({}, {})
	execute(right, states[0], values[0])
	execute(ours, states[1], values[1])
	differ = [v for v in sorted(states[0]) if v[0] == "v" and states[0][v] != states[1].get(v)]
	if not differ:
		return None
	with tempfile.TemporaryDirectory() as folder:
		(old, old_lines), (new, new_lines) = source(right), source(ours)
		runs = (record(trellis, folder, "right", old, copy.constant),
			record(trellis, folder, "ours", new, changed.constant))
		done = subprocess.run([trellis, "why", "--json", "--against", runs[0], runs[1], differ[0]],
			stdout=subprocess.PIPE, stderr=subprocess.PIPE)
		if done.returncode:
			return done.stderr.decode()
		answer = json.loads(done.stdout)
	first = answer["nodes"][0]
	edits = sorted(e["ours"]["line"] for e in answer["edits"])
	added = sorted(new_lines[l] for l in flat(ours) if l.new)
	if edits != added and len(added) <= EDITS:
		return "changed lines %s, not %s\n%s\n%s" % (edits, added, old, new)
	found = first["verdict"], first["line"], first["right"]["line"]
	wanted = "first" if copy.hidden else "changed", new_lines[changed], old_lines[copy]
	if found != wanted:
		return "%s: %s, not %s\n%s\n%s" % (differ[0], found, wanted, old, new)
	if first["kind"] == "predicate":
		return "" if changed.kind == "if" else "a condition"
	pair = int(first["value"]), int(first["right"]["value"])
	if pair[0] not in values[1][changed] or pair[1] not in values[0][copy] or pair[0] - pair[1] & MASK != delta:
		return "%s: values %s do not differ by %d" % (differ[0], pair, delta)
	return ""


def main():
	trellis, count = os.path.abspath(sys.argv[1]), int(sys.argv[2])
	draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
	cases = right = 0
	while cases < count:
		wrong = case(trellis, draw)
		if wrong is None:
			continue
		cases += 1
		right += not wrong
		if wrong:
			print(cases, wrong)
	print("%d cases, %d right" % (cases, right))


main()
