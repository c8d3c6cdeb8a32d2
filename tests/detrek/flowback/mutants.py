"""
mutants.py TRELLIS PROGRAMS COUNT [SEED [OPTION [peers]]]: plant wrong values in the applications,
and ask why.

Each case changes one statement of an application at random (a constant, an index, an operator, a
statement left out, a copy that is no longer renewed, a message with a wrong bit), runs it on some
nodes, and compares its output with the right one. From the first byte that differs, `trellis why`
must lead to the changed statement: to a node of its lines. A statement that calls an inlined
function may have no code of its own; then a node of that function counts, if the function is one
expression and the node names the call. So does a node of a library that names its call. For an
assignment that was left out, is done too seldom or elsewhere, it may lead to the last writer of the
variable instead (of a variable without . and ->, in the same file), or to the leaf that says that
there is none, if it has the variable's name, or is shown at a statement that names the variable;
with the run of the unchanged program also to the statement that has written it there, and for any
change to the changed line, which stands behind the first differences if no node has it. A change that
keeps the program from being compiled, stops it or leaves its output as it is counts as no case, and
another one is drawn. OPTION is for the compiler, such as -O0.

With `peers` no value is expected; instead the statements of the answer are put in the order of
peers.py, without other values of the run, and with them.

A line for each case: its number, how many nodes of the graph are shown before the statement, and
the application, the nodes and the change. The statement is looked for with the symptom alone,
against the run of the unchanged program, and with the value that is expected, which is the rest of
a word of a text, or else a byte.
The last line counts the cases, those found, and those found among the first ten, with the median
rank, from 1.
"""
import json, os, random, re, shutil, statistics, subprocess, sys, tempfile
import peers

FIRST = 10   # nodes of the graph that count as seen at once
MOST = 1000  # nodes of the graph that are looked at
TRIED = 100  # nodes of the graph that are changed
SECONDS = 20 # of the host's time for that
UNTIL = "10s" # simulated time, for a change that makes a loop endless
WAYS = ("", "against the unchanged", "with the value expected")
PEER_WAYS = WAYS[:2] + ("each line once", "compared with other values of the run")
NODES = (6, 6, 6, 7, 7, 9, 13, 21, 75)

# application: specification, arguments to choose from
APPLICATIONS = {
	"mandel": ("mandel.vms", ("24 18 40 6", "20 16 60 4 valley", "18 12 30 5 whole")),
	"queens": ("queens.vms", ("5", "6", "7")),
	"ray": ("ray.vms", ("16 12 4", "12 10 5")),
	"quad": ("quad.vms", ("4", "5")),
	"group": ("group.vms", ("",)),
}

OPERATORS = {"+": "-", "-": "+", "*": "+", "/": "*", "<": "<=", "<=": "<", ">": ">=", ">=": ">",
	"==": "!=", "!=": "==", "&&": "||", "||": "&&", "<<": ">>", ">>": "<<", "&": "|", "|": "&",
	"+=": "-=", "-=": "+=", "|=": "&=", "^=": "|="}
BINARY = re.compile(r"(?<=[\w)\]] )(%s)(?= [\w(&*!~-])"
	% "|".join(re.escape(o) for o in sorted(OPERATORS, key=len, reverse=True)))
ASSIGNMENT = re.compile(r"^\t+((?:[\w.>*-]|\[[^\]]*\])+?)( [+|&^*-]?= [^;{}]*|\+\+|--);$")
VALUES = re.compile(r"(=|=.*\(\w+\)|return \(\w+\)) ?\{\s*$") # the values of an object follow
SENDING = re.compile(r"^(\t+)((?:do_task|put_result|put_part)\(&(\w+(?:\[\w+\])?), .*\));$")


class Change:
	"""
	A line of a file that becomes another one; wanted: the lines of its statement; variable: what is
	no longer assigned there, or None.
	"""
	def __init__(self, kind, file, number, text, wanted, variable=None):
		self.kind, self.file, self.number, self.text = kind, file, number, text
		self.wanted, self.variable = wanted, variable


def code_lines(path):
	"""
	The lines of function bodies, with their numbers, and those of the statement of each. A list
	of values in braces belongs to its statement.
	"""
	lines = open(path).read().split("\n")
	inside, comment, values, first = False, False, 0, 0
	found = []
	for i, line in enumerate(lines):
		plain = re.sub(r"/\*.*?\*/", "", line)
		if line == "{":
			inside, first = True, i + 1
		elif line == "}":
			inside = False
		elif inside and not comment and "/*" not in plain and plain.strip():
			found.append((i, plain, first))
			loop = plain.strip().startswith("for (")
			if values or VALUES.search(plain):
				values += plain.count("{") - plain.count("}")
			if values == 0 and (re.search(r"[;{}]\s*$|\)\s*$", plain) and not loop
				or loop and plain.rstrip().endswith((")", "{"))):
				first = i + 1
		if "/*" in plain:
			comment = True
		if "*/" in line:
			comment = False
	last = {}
	for i, _, first in reversed(found):
		last.setdefault(first, i)
	return [(i, text, range(first + 1, last[first] + 2)) for i, text, first in found]


def spans(pattern, text):
	quoted = [m.span() for m in re.finditer(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'', text)]
	return [m for m in re.finditer(pattern, text)
		if not any(a <= m.start() < b for a, b in quoted)]


def changes(path, draw):
	"""All changes of a file, by kind; their details are drawn."""
	file = os.path.basename(path)
	for i, text, statement in code_lines(path):
		def change(kind, new, variable=None):
			return Change(kind, file, i + 1, new, statement, variable)
		def replace(m, new):
			return text[:m.start()] + new + text[m.end():]
		left = ASSIGNMENT.match(text)
		def assigned(m):
			"""What the statement assigns, if the change is in its name: another object is assigned."""
			return left.group(1) if left and m.end() <= left.end(1) else None
		for m in spans(r"(?<![\w.])\d+(?![\w.])", text):
			yield change("constant", replace(m, str(int(m.group()) + draw.choice((1, 2, 7)))),
				assigned(m))
		declares = re.match(r"\t+(static |const )*\w+ \**\w+(\[\w+\])+", text)
		for m in spans(r"\[([^\[\]]+)\]", text) if not declares else ():
			yield change("index", replace(m, "[(%s) ^ %d]" % (m.group(1), draw.choice((1, 2)))),
				assigned(m))
		for m in spans(BINARY, text):
			yield change("operator", replace(m, OPERATORS[m.group(1)]))
		if left and len(statement) == 1:
			tabs = text[:len(text) - len(text.lstrip("\t"))]
			yield change("missing", tabs + ";", left.group(1))
			yield change("stale", "%s{ static int times; if (times++ < %d) %s }"
				% (tabs, draw.randint(1, 5), text.strip()), left.group(1))
		m = SENDING.match(text)
		if m:
			yield change("message", "%s((volatile unsigned char *)&%s)[%d %% sizeof %s] ^= %d, %s;" % (m.group(1),
				m.group(3), draw.randrange(64), m.group(3), 1 << draw.randrange(4), m.group(2)))


def run(trellis, folder, specification, nodes, arguments, record=None):
	"""The output of a run, None if it failed."""
	command = [trellis, "run", "-n", str(nodes), "-o", "out", "--until", UNTIL]
	if record:
		command += ["--record", record]
	command += [specification]
	if arguments:
		command += ["--"] + arguments.split()
	done = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL,
		stderr=subprocess.DEVNULL)
	return open(folder + "/out", "rb").read() if done.returncode == 0 else None


def names_of(variable):
	return re.findall(r"[A-Za-z_]\w*", re.sub(r"\[.*?\]", "", variable))


def key(node):
	"""What a node is in each graph of a run."""
	return node["kind"], node["node"], node["instruction"], node["name"]


def never_written(change, graph):
	"""The leaves that have the variable's name, or that a statement with it has read."""
	nodes = {n["id"]: n for n in graph["nodes"]}
	variable = names_of(change.variable)[-1]
	name = re.compile(r"\b%s\b" % variable)
	return {key(nodes[e["cause"]]) for e in graph["edges"] if e["kind"] in ("data", "sync")
		and nodes[e["cause"]]["kind"] in ("input", "initial", "uninitialised")
		and (name.search(nodes[e["effect"]]["source"])
			or names_of(nodes[e["cause"]]["name"])[-1:] == [variable])}


def is_writer(change, node):
	"""The node assigns the variable, by its name or by its source."""
	name = names_of(change.variable)[-1]
	local = not re.search(r"\.|->", change.variable)
	if node["kind"] != "assignment" or local and not node["file"].endswith("/" + change.file):
		return False
	return names_of(node["name"])[-1:] == [name] or re.search(
		r"\b%s(\[[^\]]*\])*( [-+|&^*/]?=[^=]|\+\+|--)" % name, node["source"])


def is_expression(function, folder):
	"""The function, of a file of the application, consists of one return statement."""
	for f in os.listdir(folder):
		if f.endswith((".c", ".h")):
			m = re.search(r"^%s\(.*\)\n\{\n\treturn [^;]*;\n\}" % re.escape(function),
				open(folder + "/" + f).read(), re.M)
			if m:
				return True
	return False


def is_changed(change, node, folder):
	"""The node is of the changed statement, or of an inlined call in it."""
	def here(place):
		return place["file"].endswith("/" + change.file) and place["line"] in change.wanted
	library = os.path.basename(node["file"]) not in os.listdir(folder)
	return here(node) or "call" in node and here(node["call"]) and (library or is_expression(
		node["function"], folder))


def entries(graph):
	"""The nodes; the changed lines that no node has stand behind the first differences."""
	first = graph.get("differences", 0)
	return graph["nodes"][:first] + graph.get("edits", []) + graph["nodes"][first:]


def is_edit(change, entry):
	"""The entry is the changed line, which no node has."""
	return any(place and place["file"].endswith("/" + change.file) and place["line"] in change.wanted
		for place in (entry["ours"], entry["right"]))


def rank_of(change, graph, plain, folder):
	"""
	How many nodes stand before the one that is wanted; None: it is not there. plain: the graph of
	the same run without another one.
	"""
	leaves = never_written(change, plain) if change.variable else ()
	for i, n in enumerate(entries(graph)):
		if "ours" in n:
			if is_edit(change, n):
				return i
			continue
		if any(is_changed(change, m, folder) for m in (n, n.get("right", n))):
			return i
		if change.variable and (key(n) in leaves or is_writer(change, n)):
			return i
	return None


def rank_listed(change, groups, plain, folder):
	"""How many lists of nodes stand before the one with a node that is wanted; or None."""
	return next((i for i, nodes in enumerate(groups)
		if rank_of(change, {"nodes": nodes}, plain, folder) is not None), None)


def ask(trellis, record, offset, *options, most=MOST):
	done = subprocess.run([trellis, "why", "-n", str(most), "--json", *options, record,
		"stdout:%d" % offset], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
	return json.loads(done.stdout) if done.returncode == 0 else done.stderr.decode()


def value_of(right, wrong, at):
	"""What is expected at a place of a wrong output, as the option takes it."""
	text = 32 <= wrong[at] < 127 or wrong[at] in b"\n\t"
	if not text or right[at] >= 128 or right[at] == 0:
		return b"%d" % right[at]
	word = re.match(rb"[!-~]+", right[at:])
	return word.group() if word and not right.startswith(b"P6") else right[at:at + 1]


class Campaign:
	def __init__(self, trellis, programs, seed, option, with_peers):
		self.trellis, self.programs, self.option = os.path.abspath(trellis), programs, option
		self.with_peers = with_peers
		self.draw = random.Random(seed)
		self.right = {}
		self.folder = tempfile.mkdtemp()

	def copy(self, name, folder):
		"""A folder with the application, which is compiled with the option."""
		shutil.copytree(self.programs + "/" + name, folder)
		if self.option:
			specification = folder + "/" + APPLICATIONS[name][0]
			text = open(specification).read()
			open(specification, "w").write(text.replace("Programs\n",
				"Programs\n  compile_options = %s;\n" % self.option))

	def case(self):
		"""One change with a wrong output: a text, and its rank; None if there is none."""
		draw = self.draw
		name = draw.choice(sorted(APPLICATIONS))
		specification, arguments = APPLICATIONS[name]
		arguments, nodes = draw.choice(arguments), draw.choice(NODES)
		original, folder = self.programs + "/" + name, self.folder + "/" + name
		files = sorted(f for f in os.listdir(original) if f.endswith(".c") and "bug" not in f)
		kinds = {}
		for f in files:
			for c in changes(original + "/" + f, draw):
				kinds.setdefault(c.kind, []).append(c)
		change = draw.choice(kinds[draw.choice(sorted(kinds))])
		key = name, arguments, nodes
		if key not in self.right:
			right = "%s/right%d" % (self.folder, len(self.right))
			self.copy(name, right)
			self.right[key] = right, run(self.trellis, right, specification, nodes, arguments,
				"run")
		self.copy(name, folder)
		try:
			return self.planted(change, folder, specification, nodes, arguments, self.right[key])
		finally:
			shutil.rmtree(folder)

	def planted(self, change, folder, specification, nodes, arguments, unchanged):
		right_folder, right = unchanged
		lines = open(folder + "/" + change.file).read().split("\n")
		lines[change.number - 1] = change.text
		open(folder + "/" + change.file, "w").write("\n".join(lines))
		wrong = run(self.trellis, folder, specification, nodes, arguments, "run")
		if wrong is None:
			return None
		differ = [i for i in range(min(len(right), len(wrong))) if right[i] != wrong[i]]
		if not differ:
			return None
		text = "%s %s -n %d -- %s: %s %s:%d: %s; byte %d" % (os.path.basename(folder), specification,
			nodes, arguments, change.kind, change.file, change.number, change.text.strip(), differ[0])
		found = ask(self.trellis, folder + "/run", differ[0])
		against = ask(self.trellis, folder + "/run", differ[0], "--against", right_folder + "/run")
		answers = [found, against]
		if not self.with_peers:
			answers.append(ask(self.trellis, folder + "/run", differ[0], "--expected",
				value_of(right, wrong, differ[0]), "--time", str(SECONDS), most=TRIED))
		ranks = [None if isinstance(g, str) or isinstance(found, str)
			else rank_of(change, g, found, folder) for g in answers]
		if self.with_peers:
			ranks += self.compared(change, folder, wrong, differ[0], found)
		notes = [g if isinstance(g, str) else "%d nodes" % len(g["nodes"]) for g in answers]
		return text, ranks, notes

	def compared(self, change, folder, wrong, at, graph):
		"""The ranks in the order of peers.py, without peers and with them."""
		if isinstance(graph, str):
			return None, None
		others = peers.find(lambda place, most: ask(self.trellis, folder + "/run", place,
			most=most), wrong, at, graph)
		files = os.listdir(folder)
		return tuple(rank_listed(change, peers.listed(graph, p, files), graph, folder)
			for p in ((), others))


def median(ranks):
	"""The median rank, from 1; None if the statement is missing in half of the cases."""
	m = statistics.median_high([float("inf") if r is None else r for r in ranks])
	return None if m == float("inf") else m + 1


def summary(ranks):
	found = [r for r in ranks if r is not None]
	return "%d found, %d among the first %d, median %s" % (len(found),
		sum(r < FIRST for r in found), FIRST, median(ranks))


def shown(rank):
	return "missed" if rank is None else str(rank)


def main():
	trellis, programs, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
	with_peers = sys.argv[6:] == ["peers"]
	campaign = Campaign(trellis, programs, int(sys.argv[4]) if len(sys.argv) > 4 else 1,
		sys.argv[5] if len(sys.argv) > 5 else None, with_peers)
	ways = PEER_WAYS if with_peers else WAYS
	cases, all_ranks = 0, [[] for _ in ways]
	try:
		while cases < count:
			case = campaign.case()
			if not case:
				continue
			text, ranks, notes = case
			cases += 1
			for i, rank in enumerate(ranks):
				all_ranks[i].append(rank)
			print(cases, *(shown(rank) for rank in ranks), text,
				"(%s)" % "; ".join(n.strip() for n in notes), flush=True)
	finally:
		shutil.rmtree(campaign.folder)
	print("%d cases, %s" % (cases, "; ".join((way and way + ": ") + summary(ranks)
		for way, ranks in zip(ways, all_ranks))))


if __name__ == "__main__":
	main()
