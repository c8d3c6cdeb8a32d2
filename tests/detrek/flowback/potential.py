"""
potential.py TRELLIS DIRECTORY COUNT [SEED]: potential dependences of random programs, compared with
a model that knows the programs as statements.

The model executes each program. For a variable that is read at the end, it goes back through the
conditions that were decided since the variable was written last, decides each of them the other way,
and executes what depends on it, in a loop with the same decision at each turn. If that writes the
variable, the condition is a potential dependence. The last three are those of `trellis why`.

A program that makes a difference is printed; the last line counts programs, values, those with
potential dependences, and differences.
"""
import json, os, random, subprocess, sys

GLOBALS, ELEMENTS, FUNCTIONS = 4, 4, 2
FOUND = 3         # dependences of a value
FEW, MANY = 8, 60 # turns of a loop that does not end; values that depend on the number are left out


class Writer:
	"""The text of a program, and the line of each statement."""
	def __init__(self):
		self.lines = []

	def put(self, depth, text):
		self.lines.append("\t" * depth + text)
		return len(self.lines)


def expression(draw, local):
	def atom():
		kind = draw.randrange(4)
		if kind == 0:
			return ("number", draw.randrange(8))
		if kind == 1 and local:
			return ("local", draw.choice(local))
		if kind == 2:
			return ("element", draw.randrange(ELEMENTS))
		return ("global", draw.randrange(GLOBALS))
	return (draw.choice("+^&|"), atom(), atom()) if draw.random() < 0.6 else atom()


def target(draw, local):
	if draw.random() < 0.4:
		return ("indexed", expression(draw, local))
	return ("global", draw.randrange(GLOBALS))


def statements(draw, n, depth, local, calls):
	return [statement(draw, depth, local, calls) for _ in range(n)]


def statement(draw, depth, local, calls):
	kind = draw.randrange(8)
	def block():
		return statements(draw, draw.randint(1, 2), depth - 1, local, calls)
	if depth > 0 and kind < 3:
		other = block() if draw.random() < 0.4 else []
		return {"kind": "if", "test": condition(draw, local), "then": block(), "else": other}
	if depth > 0 and kind == 3:
		name = "i%d" % len(local)
		body = statements(draw, draw.randint(1, 2), depth - 1, local + [name], calls)
		return {"kind": "for", "name": name, "turns": expression(draw, local), "body": body}
	if calls and kind == 4:
		return {"kind": "call", "function": draw.randrange(FUNCTIONS),
			"argument": expression(draw, local)}
	return {"kind": "assign", "target": target(draw, local), "value": expression(draw, local)}


def condition(draw, local):
	"""A condition that the compiler cannot know."""
	left = draw.choice("+^"), expression(draw, local), ("global", draw.randrange(GLOBALS))
	return draw.choice(("<", ">", "==")), left, ("number", draw.randrange(8))


# ---- as C ----

def text_of(e):
	if e[0] == "number" or e[0] == "local":
		return str(e[1])
	if e[0] in ("global", "element"):
		return ("g%d" if e[0] == "global" else "v[%d]") % e[1]
	if e[0] == "indexed":
		return "v[(%s) & %d]" % (text_of(e[1]), ELEMENTS - 1)
	return "(%s %s %s)" % (text_of(e[1]), e[0], text_of(e[2]))


def put(w, depth, s):
	if s["kind"] == "assign":
		w.put(depth, "%s = %s & 15;" % (text_of(s["target"]), text_of(s["value"])))
	elif s["kind"] == "call":
		w.put(depth, "f%d(%s);" % (s["function"], text_of(s["argument"])))
	elif s["kind"] == "if":
		test = s["test"]
		s["line"] = w.put(depth, "if (%s %s %s) {" % (text_of(test[1]), test[0], text_of(test[2])))
		put_all(w, depth + 1, s["then"])
		if s["else"]:
			w.put(depth, "} else {")
			put_all(w, depth + 1, s["else"])
		w.put(depth, "}")
	else:
		i = s["name"]
		s["line"] = w.put(depth, "for (int %s = 0; %s < (%s & 3); %s++) {"
			% (i, i, text_of(s["turns"]), i))
		put_all(w, depth + 1, s["body"])
		w.put(depth, "}")


def put_all(w, depth, body):
	for s in body:
		put(w, depth, s)


def values():
	"""What is asked: the name of the variable read, and its word in the model."""
	return [("g%d" % i, ("g", i)) for i in range(GLOBALS)] + [
		("v[%d]" % i, ("v", i)) for i in range(ELEMENTS)]


class Program:
	def __init__(self, draw):
		self.functions = [statements(draw, 2, 1, ["x"], False) for _ in range(FUNCTIONS)]
		self.body = statements(draw, draw.randint(4, 8), 3, [], True)
		w = Writer()
		w.put(0, "int g0 = 3, g1 = 5, g2, g3 = 1, v[%d];" % ELEMENTS)
		w.put(0, "int %s;" % ", ".join("o%d" % i for i in range(len(values()))))
		for i, body in enumerate(self.functions):
			w.put(0, "static void f%d(int x)" % i)
			w.put(0, "{")
			put_all(w, 1, body)
			w.put(0, "}")
		w.put(0, "int main(void)")
		w.put(0, "{")
		put_all(w, 1, self.body)
		for i, (name, _) in enumerate(values()):
			w.put(1, "o%d = %s;" % (i, name))
		w.put(1, "return 0;")
		w.put(0, "}")
		self.text = "\n".join(w.lines) + "\n"


# ---- the model ----

class State:
	def __init__(self):
		self.words = {word: 0 for _, word in values()}
		self.words.update({("g", 0): 3, ("g", 1): 5, ("g", 3): 1})
		self.written = {}  # [word]: number of conditions decided before its last write
		self.decided = []  # (statement, its result, locals, words) in order
		self.keeps = True  # it is the program's own execution

	def other_way(self, decided):
		s, result, local, words = decided
		x = State()
		x.words, x.keeps = dict(words), False
		return x, s, result, dict(local)


def value(x, e, local):
	if e[0] == "number":
		return e[1]
	if e[0] == "local":
		return local[e[1]]
	if e[0] in ("global", "element"):
		return x.words[("g" if e[0] == "global" else "v", e[1])]
	a, b = value(x, e[1], local), value(x, e[2], local)
	return {"+": a + b, "^": a ^ b, "&": a & b, "|": a | b}[e[0]]


def holds(x, test, local):
	a, b = value(x, test[1], local), value(x, test[2], local)
	return {"<": a < b, ">": a > b, "==": a == b}[test[0]]


def decide(x, s, result, local):
	if x.keeps:
		x.decided.append((s, result, dict(local), dict(x.words)))
	return result


def execute_all(p, x, body, local):
	for s in body:
		execute(p, x, s, local)


def execute(p, x, s, local):
	if s["kind"] == "assign":
		t = s["target"]
		word = ("g", t[1]) if t[0] == "global" else ("v", value(x, t[1], local) & ELEMENTS - 1)
		x.words[word] = value(x, s["value"], local) & 15
		x.written[word] = len(x.decided)
	elif s["kind"] == "call":
		execute_all(p, x, p.functions[s["function"]], {"x": value(x, s["argument"], local)})
	elif s["kind"] == "if":
		result = decide(x, s, holds(x, s["test"], local), local)
		execute_all(p, x, s["then"] if result else s["else"], local)
	else:
		local[s["name"]] = 0
		while decide(x, s, local[s["name"]] < value(x, s["turns"], local) & 3, local):
			execute_all(p, x, s["body"], local)
			local[s["name"]] += 1


def writes(p, x, decided, word, turns):
	"""Decided the other way, the condition lets the word be written."""
	other, s, result, local = x.other_way(decided)
	if s["kind"] == "if":
		execute_all(p, other, s["else"] if result else s["then"], local)
	elif not result:
		for _ in range(turns):
			execute_all(p, other, s["body"], local)
			local[s["name"]] += 1
	return word in other.written


def expected(p, x, word):
	"""The lines of the last conditions; None: it depends on the turns of an endless loop."""
	found = []
	for decided in reversed(x.decided[x.written.get(word, 0):]):
		answer = writes(p, x, decided, word, FEW)
		if answer != writes(p, x, decided, word, MANY):
			return None
		if answer:
			found.append(decided[0]["line"])
		if len(found) == FOUND:
			break
	return set(found)


# ---- trellis ----

def answered(trellis, record, name):
	done = subprocess.run([trellis, "why", "-n", "100", "--json", record, name],
		stdout=subprocess.PIPE, check=True)
	graph = json.loads(done.stdout)
	lines = {n["id"]: n["line"] for n in graph["nodes"]}
	return {lines[e["cause"]] for e in graph["edges"]
		if e["effect"] == graph["nodes"][0]["id"] and e["kind"] == "potential"}


def main():
	trellis, folder, count = os.path.abspath(sys.argv[1]), sys.argv[2], int(sys.argv[3])
	seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
	asked = some = wrong = 0
	for number in range(count):
		p, x = Program(random.Random(seed * 100000 + number)), State()
		execute_all(p, x, p.body, {})
		with open(folder + "/p.c", "w") as f:
			f.write(p.text)
		subprocess.run([trellis, "cc", "-O0", "-g", "-o", "p.elf", "p.c"], cwd=folder, check=True,
			stderr=subprocess.DEVNULL)
		subprocess.run([trellis, "boot", "--record", "p", "p.elf"], cwd=folder, check=True,
			stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
		for i, (name, word) in enumerate(values()):
			want = expected(p, x, word)
			if want is None:
				continue
			found = answered(trellis, folder + "/p", "o%d" % i)
			asked += 1
			some += bool(want)
			if want != found:
				wrong += 1
				print("program %d: %s: %s, expected %s\n%s" % (number, name, sorted(found),
					sorted(want), p.text))
	print("%d programs, %d values, %d with potential dependences, %d differ"
		% (count, asked, some, wrong))


main()
