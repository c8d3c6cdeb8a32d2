"""
reach.py TRELLIS DIRECTORY COUNT [SEED]: what the values of random programs reach, compared with a
model that follows values through the program's statements.

A program computes with a few variables on node 0, in straight lines, loops, functions, conditions
and an array, and has other values computed by node 1, with which it exchanges messages. It prints
the variables at the end. The model executes the program. In the model a value is made of the values
that its expression uses; conditions and indices do not count as parts of it. For a variable's value
at a statement's line, these must be the model's: the lines that make values of it, the lines that
decide by it or use it as an index, and the bytes of the output.

A program that makes a difference is printed; the last line counts programs, values and differences.
"""
import json, os, random, re, subprocess, sys

VARIABLES, ELEMENTS = 6, 4
QUERIES = 5  # of a program
NAMES = [f"v{i}" for i in range(VARIABLES)]
MASK = 0xFFFFFFFF

HEAD = """#include <kernel.h>
#include <stdio.h>
volatile unsigned %s, a[%d];
static unsigned
exchange(unsigned node, unsigned event, unsigned word, unsigned answer)
{
	Nmsg m = {.nh_node = node, .nh_event = event, .nh_flags = NH_HAS_DATA, .nh_data = {word}};
	Nmsg back = {.nh_event = answer};
	nsend(&m);
	nrecv(&back);
	return back.nh_data[0];
}
static void
serve(void)
{
	for (int i = 0; i < REQUESTS; i++) {
		Nmsg m = {.nh_event = 1};
		nrecv(&m);
		m = (Nmsg){.nh_event = 2, .nh_flags = NH_HAS_DATA, .nh_data = {m.nh_data[0] * 2 + 1}};
		nsend(&m);
	}
}
__attribute__((noinline)) static unsigned
twice(unsigned x)
{
	return x + x + 1;
}
int
main(void)
{
	if (getnodeid() == 1) {
		serve();
		return 0;
	}
""" % (", ".join(NAMES), ELEMENTS)
SERVED = next(i for i, line in enumerate(HEAD.split("\n"), 1) if "* 2 + 1" in line)


def make(draw):
	"""Statements, each with what the model needs."""
	def atom():
		return ("number", draw.randrange(2, 9)) if draw.random() < 0.2 else ("variable", draw.choice(NAMES))

	def expression():
		if draw.random() < 0.2:
			return ("copy", atom())
		return (draw.choice("+*^-/"), atom(), atom())

	def statement(depth):
		kind = draw.randrange(9 if depth else 6)
		if kind == 0:
			return ["call", draw.choice(NAMES), atom()]
		if kind == 1:
			return ["remote", draw.choice(NAMES), atom()]
		if kind == 2:
			return ["store", atom(), expression()]
		if kind == 3:
			return ["load", draw.choice(NAMES), atom()]
		if kind < 6:
			return ["set", draw.choice(NAMES), expression()]
		body = [statement(depth - 1) for _ in range(draw.randint(1, 3))]
		return ["loop", draw.randint(2, 3), body] if kind == 6 else ["if", atom(), body]
	return [["set", name, ("copy", ("number", draw.randrange(1, 50)))] for name in NAMES] + \
		[statement(2) for _ in range(draw.randint(8, 16))]


def text(e):
	if e[0] in ("number", "variable"):
		return str(e[1])
	if e[0] == "copy":
		return text(e[1])
	if e[0] == "/":
		return f"{text(e[1])} / ({text(e[2])} | 1)"
	return f"{text(e[1])} {e[0]} {text(e[2])}"


class Source:
	def __init__(self, program):
		self.lines = HEAD.rstrip("\n").split("\n")
		self.loops = 0
		self.block(program, 1)
		form = " ".join(["%u"] * (VARIABLES + ELEMENTS))
		values = ", ".join(NAMES + [f"a[{i}]" for i in range(ELEMENTS)])
		self.last = self.put(1, f'printf("{form}\\n", {values});')
		self.put(1, "return 0;")
		self.put(0, "}")

	def put(self, depth, line):
		self.lines.append("\t" * depth + line)
		return len(self.lines)

	def block(self, statements, depth):
		for s in statements:
			self.statement(s, depth)

	def statement(self, s, depth):
		if s[0] == "loop":
			self.loops += 1
			i = f"i{self.loops}"
			s.append(self.put(depth, f"for (int {i} = 0; {i} < {s[1]}; {i}++) {{"))
			self.block(s[2], depth + 1)
			self.put(depth, "}")
		elif s[0] == "if":
			s.append(self.put(depth, f"if ({text(s[1])} & 4) {{"))
			self.block(s[2], depth + 1)
			self.put(depth, "}")
		else:
			lines = {
				"set": lambda: f"{s[1]} = {text(s[2])};",
				"call": lambda: f"{s[1]} = twice({text(s[2])});",
				"remote": lambda: f"{s[1]} = exchange(1, 1, {text(s[2])}, 2);",
				"store": lambda: f"a[{text(s[1])} % {ELEMENTS}] = {text(s[2])};",
				"load": lambda: f"{s[1]} = a[{text(s[2])} % {ELEMENTS}];"}
			s.append(self.put(depth, lines[s[0]]()))


class Model:
	"""Executes the program; a value is (number, tainted)."""
	def __init__(self, program, ask=None, variable=None):
		self.v = {name: (0, False) for name in NAMES}
		self.a = [(0, False)] * ELEMENTS
		self.ask, self.variable = ask, variable
		self.values, self.conditions, self.addresses = set(), set(), set()
		self.requests = 0
		self.passed, self.lines = [], [] # lines, in the order of their first execution; to ask at
		self.block(program)

	def begin(self, line, asked):
		if line not in self.passed:
			self.passed.append(line)
			if asked:
				self.lines.append(line)
			if line == self.ask:
				self.v = {name: (x, name == self.variable) for name, (x, _) in self.v.items()}
				self.a = [(x, False) for x, _ in self.a]

	def atom(self, e):
		return (e[1], False) if e[0] == "number" else self.v[e[1]]

	def expression(self, e, line):
		if e[0] == "copy":
			return self.atom(e[1])
		(x, s), (y, t) = self.atom(e[1]), self.atom(e[2])
		number = {"+": lambda: x + y, "-": lambda: x - y, "*": lambda: x * y, "^": lambda: x ^ y,
			"/": lambda: x // (y | 1)}[e[0]]() & MASK
		if s or t:
			self.values.add(line)
		return (number, s or t)

	def block(self, statements):
		for s in statements:
			self.statement(s)

	def statement(self, s):
		line = s[-1]
		self.begin(line, s[0] not in ("loop", "if")) # a loop may be unrolled
		if s[0] == "loop":
			for _ in range(s[1]):
				self.block(s[2])
		elif s[0] == "if":
			x, tainted = self.atom(s[1])
			if tainted:
				self.conditions.add(line)
			if x & 4:
				self.block(s[2])
		elif s[0] == "set":
			self.v[s[1]] = self.expression(s[2], line)
		elif s[0] == "call":
			x, tainted = self.atom(s[2])
			self.v[s[1]] = ((2 * x + 1) & MASK, tainted)
			if tainted:
				self.values.add(line)
		elif s[0] == "remote":
			x, tainted = self.atom(s[2])
			self.v[s[1]] = ((x * 2 + 1) & MASK, tainted)
			self.requests += 1
			if tainted:
				self.values.add(SERVED)
		else:
			x, tainted = self.atom(s[1] if s[0] == "store" else s[2])
			if tainted:
				self.addresses.add(line)
			if s[0] == "store":
				self.a[x % ELEMENTS] = self.expression(s[2], line)
			else:
				self.v[s[1]] = self.a[x % ELEMENTS]

	def output(self):
		"""The output, and the offsets of bytes that are made of the value."""
		line, made = "", set()
		for x, tainted in [self.v[name] for name in NAMES] + self.a:
			if tainted and x: # a 0 is printed by a condition
				made |= set(range(len(line), len(line) + len(str(x))))
			line += f"{x} "
		return line[:-1] + "\n", made


def found(nodes):
	values, conditions, addresses, output = set(), set(), set(), set()
	for node in nodes[1:]:
		if node["kind"] == "output":
			first, last = re.fullmatch(r"output\[(\d+)(?:\.\.(\d+))?\]", node["name"]).groups()
			output |= set(range(int(first), int(last or first) + 1))
		else:
			{"assignment": values, "call": values, "predicate": conditions,
				"reached": addresses}[node["kind"]].add(node["line"])
	return values, conditions, addresses, output


def check(trellis, directory, seed):
	draw = random.Random(seed)
	program = make(draw)
	source = Source(program)
	plain = Model(program)
	name = os.path.join(directory, "reach.c")
	with open(name, "w") as f:
		f.write("\n".join(source.lines).replace("REQUESTS", str(plain.requests)) + "\n")
	recording = os.path.join(directory, "recording")
	run = subprocess.run([trellis, "run", "--topo", "programs/pair.topo", "-b",
		os.path.join(directory, "build"), "--record", recording, name], capture_output=True, text=True)
	differ = 0
	if run.stdout != plain.output()[0]:
		print(f"program {seed} prints {run.stdout!r}, the model {plain.output()[0]!r}")
		return 0, 1
	asked = 0
	for line in draw.sample(plain.lines, min(QUERIES, len(plain.lines))):
		variable = draw.choice(NAMES)
		asked += 1
		model = Model(program, line, variable)
		script = os.path.join(directory, "script")
		with open(script, "w") as f:
			f.write(f"goto beginning\nnode 0\nbreak reach.c:{line}\ncontinue\n")
		said = subprocess.run([trellis, "debug", "--batch", "-x", script, recording],
			capture_output=True, text=True).stdout
		place = re.search(r"node (\w+) before instruction (\d+)", said)
		if not place or f"at {name}:{line}" not in said:
			print(f"program {seed}: line {line} is not reached: {said}")
			return asked, differ + 1
		answer = subprocess.run([trellis, "why", "--forward", "--all", "--json", recording, "0", variable,
			"@" + place[2]], capture_output=True, text=True)
		got = found(json.loads(answer.stdout)["nodes"]) if answer.returncode == 0 else answer.stderr
		want = model.values, model.conditions, model.addresses, model.output()[1]
		if got != want:
			differ += 1
			print(f"program {seed}: {variable} at line {line}:\n  found {got}\n  model {want}")
	if differ:
		print("\n".join(f"{i:3} {line}" for i, line in enumerate(source.lines, 1)))
	return asked, differ


def main():
	trellis, directory, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
	seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
	values = differ = 0
	for i in range(count):
		asked, wrong = check(trellis, directory, seed + i)
		values += asked
		differ += wrong
	print(f"{count} programs, {values} values, {differ} differ")


main()
