#!/usr/bin/env python3
"""
verdicts.py TRELLIS PROGRAMS COUNT [SEED [JOBS [COPY]]]: random bugs, and whether all tools agree on them.

Each case plants one bug in an application of one of the four machines: a changed statement, a crash, a
function that returns early or never, a stack that overflows, or an injected fault. The run is monitored
from outside or inside, or not, and recorded or not. Then these must hold:

- every command ends, with a status that it documents;
- `run` ends well exactly if `detrek` says Success;
- `races` of a recording finds threads in a deadlock exactly if `run` has said that there is one;
- a run that ends well has the output of the same program on this host (--native), if that one ends:
  of the changed program after a changed statement, of the unchanged one after a statement that would
  have stopped it, or after a fault. A statement that damages memory or skips work of one task, and a
  fault that changes bits, may change the output; so may how often the tree of a DCVM splits a task, a
  program whose output differs between numbers of nodes, and one that can read a variable without a value.

A line for each case that breaks a rule, then the table of cases by machine, place of the bug and way of
monitoring. Case N of a SEED is always the same. COPY: a folder for the applications of such cases.
"""
import collections, concurrent.futures, os, random, re, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../detrek/flowback"))
import mutants

UNTIL = "3s"      # of simulated time
LIMIT = 300       # seconds for a command, on a busy host
NATIVE_LIMIT = 20 # seconds for a program of the host, which may be endless

# application: machine, specification, arguments to choose from, nodes to choose from
APPLICATIONS = {
	"mandel": ("PFVM", "mandel.vms", ("24 18 40 6", "18 12 30 5 whole"), (2, 5, 7, 13)),
	"ray": ("PFVM", "ray.vms", ("16 12 4", "12 10 5"), (3, 6, 9)),
	"group": ("PFVM", "group.vms", ("",), (6, 7)),
	"queens": ("DCVM", "queens.vms", ("5", "6"), (4, 7, 12)),
	"quad": ("DCVM", "quad.vms", ("4", "5"), (4, 7, 9)),
	"msort": ("DCVM", "msort.vms", ("",), (7,)),
	"life": ("SPMD", "life.vms", ("",), (5, 6)),
	"filters": ("PIPELINE", "filters.vms", ("",), (5,)),
}
CALLS = ("data_generator", "result_receiver", "compute_fn", "split_fn", "join_fn", "step_fn", "stage_fn")

STATEMENTS = {
	"zero": "{ volatile int zero = 0; zero = 7 / zero; }",
	"index": "{ static int small[2]; volatile int i = 40000; small[i] = small[i + 1] + 1; }",
	"null": "*(volatile int *)0 = 7;",
	"wild": "*(volatile int *)0x%08x = 7;",
	"early": "return;",
	"endless": "for (volatile int go = 1; go;) ;",
	"deep": "{ volatile char much[%d]; for (int i = 0; i < (int)sizeof much; i++) much[i] = i; }",
	"halt": "__asm__ volatile (\"sethalterr; seterr\");",
	"exit": "exit(3);",
	"abort": "abort();",
}
STOPPING = ("zero", "endless", "halt", "exit", "abort") # a run that ends well has not executed it
CHANGING = ("fault flip", "fault corrupt", "stale")    # "stale": how often depends on the order of tasks
SPLITTING = ("compute_fn", "split_fn", "join_fn", "helper") # of a DCVM: how often depends on the tree
FAULTS = ("crash %d at +%dus", "halt %d at +%dus", "freeze %d 10ms at +%dus", "slow %d 20%% at +%dus",
	"crash any at +%dus", "crash %d at call %d of %s", "drop %d at call %d of pass_send", "flip %d 0x%08x.%d at +%dus",
	"cut %d.%d at +%dus", "dead %d.%d at +%dus", "lose %d.%d at +%dus", "corrupt %d.%d 0x%02x at +%dus")


def functions(path):
	"""Where the bodies of the file's functions begin: (line, name)."""
	lines = open(path).read().split("\n")
	for i, line in enumerate(lines):
		m = re.match(r"(\w+)\(.*\)$", line)
		if m and i + 1 < len(lines) and lines[i + 1] == "{":
			yield i + 1, m.group(1)


class Case:
	def __init__(self, programs, seed, number):
		self.number, self.draw = number, random.Random("%d %d" % (seed, number))
		draw = self.draw
		self.name = draw.choice(sorted(APPLICATIONS))
		self.machine, self.vms, arguments, nodes = APPLICATIONS[self.name]
		self.arguments, self.nodes = draw.choice(arguments), draw.choice(nodes)
		self.monitor = draw.choice(("outside", "0,1,1", "none"))
		self.record = draw.random() < 0.4
		self.fault, self.bug, self.place = None, "none", "none"
		self.source = os.path.join(programs, self.name)

	def plant(self, folder):
		"""Put the bug into the copy of the application."""
		kind = self.draw.random()
		if kind < 0.3:
			self.inject()
		elif kind < 0.65:
			self.insert(folder)
		else:
			self.change(folder)

	def inject(self):
		draw, text = self.draw, self.draw.choice(FAULTS)
		us, node, link = draw.randrange(30000), draw.randrange(self.nodes), draw.randrange(4)
		values = {"any": (us,), "call": (node, draw.randint(1, 5), draw.choice(CALLS)), "flip": (node,
			0x80000100 + 4 * draw.randrange(30000), draw.randrange(32), us), "corrupt": (node, link,
			draw.randint(1, 255), us)}
		head = text.split()[0]
		key = "any" if " any " in text else "call" if "call" in text else head
		self.fault = text % (values[key][:text.count("%") - text.count("%%") * 2] if key in values
			else (node, link, us) if "." in text else (node, us))
		self.bug, self.place = "fault " + head, "machine"

	def files(self, folder):
		return [os.path.join(folder, f) for f in sorted(os.listdir(folder)) if f.endswith(".c")]

	def insert(self, folder):
		draw = self.draw
		places = [(f, line, name) for f in self.files(folder) for line, name in functions(f)
			if "native" not in f and name != "main"]
		path, line, name = draw.choice(places)
		self.bug = draw.choice(sorted(STATEMENTS))
		text = STATEMENTS[self.bug]
		if self.bug == "wild":
			text = text % (0x80000000 + 4 * draw.randrange(1 << 18))
		if self.bug == "deep":
			text = text % draw.choice((2000, 20000, 200000))
		lines = open(path).read().split("\n")
		if self.bug == "early" and not lines[line - 2].strip().endswith("void"):
			text = "return 0;"
		times = draw.randrange(6)
		lines.insert(line + 1, "\t{ static int times; if (times++ == %d) %s }" % (times, text))
		if self.bug in ("exit", "abort"):
			lines.insert(0, "#include <stdlib.h>")
		open(path, "w").write("\n".join(lines))
		self.place = name if name in CALLS or name == "init_master" else "helper"

	def change(self, folder):
		draw = self.draw
		path = draw.choice([f for f in self.files(folder) if list(mutants.code_lines(f))])
		c = draw.choice(list(mutants.changes(path, draw)) or [None])
		if c is None:
			return
		lines = open(path).read().split("\n")
		lines[c.number - 1] = c.text
		open(path, "w").write("\n".join(lines))
		at = [name for line, name in functions(path) if line < c.number]
		self.bug = c.kind
		self.place = at[-1] if at and (at[-1] in CALLS or at[-1] == "init_master") else "helper"

	def text(self):
		return "%d: %s %s -n %d %s, %s in %s%s, %s%s" % (self.number, self.machine, self.name, self.nodes,
			self.arguments, self.bug, self.place, ": " + self.fault if self.fault else "", self.monitor,
			", recorded" if self.record else "")


def call(folder, *command, limit=LIMIT):
	"""Its status, and what it printed; status None: it did not end."""
	p = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
		stderr=subprocess.STDOUT)
	try:
		said = p.communicate(timeout=limit)[0]
	except subprocess.TimeoutExpired:
		p.kill() # the program on this host ends with it
		p.communicate()
		return None, ""
	return p.returncode, said.decode(errors="replace")


class Bench:
	"""The unchanged applications, built, and their outputs on this host."""
	def __init__(self, trellis, programs, folder):
		self.trellis, self.programs, self.folder = trellis, programs, folder
		self.outputs = {}
		for name, (_, vms, arguments, nodes) in APPLICATIONS.items():
			for monitor in "outside", "0,1,1":
				place = self.built(name, monitor)
				shutil.copytree(os.path.join(programs, name), place)
				tail = [vms, "--"] + arguments[0].split()
				status, said = self.make(place, monitor, nodes[0], tail)
				assert status == 0, said

	def built(self, name, monitor):
		return os.path.join(self.folder, name + ("-inside" if monitor == "0,1,1" else ""))

	def make(self, folder, monitor, nodes, tail):
		options = ["--monitor=" + monitor] if monitor == "0,1,1" else []
		return call(folder, self.trellis, "run", "-n", str(nodes), "--make", "-b", "build", *options, *tail)

	def native(self, folder, nodes, tail):
		"""The program's output on this host; None: it does not end well there."""
		status, _ = call(folder, self.trellis, "run", "-n", str(nodes), "--native", "-o", "native", *tail,
			limit=NATIVE_LIMIT)
		return open(folder + "/native", "rb").read() if status == 0 else None

	def right(self, c, tail):
		key = c.name, c.nodes, c.arguments
		if key not in self.outputs:
			with tempfile.TemporaryDirectory(prefix="native") as folder:
				shutil.copytree(c.source, folder, dirs_exist_ok=True)
				self.outputs[key] = self.native(folder, c.nodes, tail)
		return self.outputs[key]


def wanted(bench, c, folder, tail):
	"""The output that a run must have if it ends well; None: any."""
	if c.bug in CHANGING or c.machine == "DCVM" and c.place in SPLITTING:
		return None
	if c.fault or c.bug in STOPPING or c.bug == "none":
		return bench.right(c, tail)
	return None if c.bug in STATEMENTS else bench.native(folder, c.nodes, tail)


def steady(bench, c, folder, tail):
	"""
	Is the program's output the same on other numbers of nodes? If not, the bug reads what another
	task or nobody has written there, which no two machines have alike.
	"""
	output = open(folder + "/out", "rb").read()
	inside = ["--monitor=" + c.monitor, "-p", "other"] if c.monitor == "0,1,1" else []
	sizes = APPLICATIONS[c.name][3]
	for nodes in sizes:
		status, _ = call(folder, bench.trellis, "run", "-b", "build", "-n", str(nodes), "--until", UNTIL,
			"-o", "again", *inside, *tail)
		if status != 0 or open(folder + "/again", "rb").read() != output:
			return False
	return len(sizes) > 1


# Compilers of this host that show what a program must not do: -O0, so that none of it is left out.
CHECKS = ("gcc -ftrivial-auto-var-init=zero", "gcc -ftrivial-auto-var-init=pattern",
	"clang -fsanitize=address,undefined -fno-sanitize-recover=all")


def undefined(bench, c, folder, tail):
	"""
	Does the program read a variable without a value, or beyond an array? Then its output on this
	host depends on the compiler, or a sanitizer stops it.
	"""
	outputs = set()
	for check in CHECKS:
		with tempfile.TemporaryDirectory(prefix="check") as place:
			with open(place + "/cc", "w") as cc:
				cc.write('#!/bin/sh\nexec %s -w "$@" -O0\n' % check)
			os.chmod(place + "/cc", 0o755)
			status, _ = call(folder, "env", "PATH=%s:%s" % (place, os.environ["PATH"]), bench.trellis, "run",
				"-n", str(c.nodes), "--native", "-b", place + "/build", "-o", place + "/out", *tail)
			outputs.add(open(place + "/out", "rb").read() if status == 0 else None)
	return len(outputs) > 1


def judge(bench, c, folder):
	"""The rules that the case breaks; None: the bug is none, because the program cannot be made."""
	trellis = bench.trellis
	tail = [c.vms] + (["--"] + c.arguments.split() if c.arguments else [])
	made, said = (0, "") if c.fault else bench.make(folder, c.monitor, c.nodes, tail)
	if made != 0 and "error:" in said:
		return None
	if made != 0:
		return ["run --make: status %s: %s" % (made, said[-300:])]
	command = [trellis, "run", "-b", "build", "-n", str(c.nodes), "--until", UNTIL, "-o", "out"]
	if c.fault:
		command += ["--fault", c.fault]
	if c.monitor != "none":
		command += ["--monitor=" + c.monitor, "-p", "data"]
	if c.record:
		command += ["--record", "rec"]
	status, said = call(folder, *command, *tail)
	if c.fault and status == 2:
		return None
	broken = []
	if status not in (0, 1):
		broken.append("run: %s" % ("no end" if status is None else "status %d: %s" % (status, said[-300:])))
		return broken
	deadlock = "deadlock: all processes are waiting" in said
	if c.monitor != "none":
		verdict, told = call(folder, trellis, "detrek", "--cause", "-p", "data")
		if verdict not in (0, 1):
			broken.append("detrek: status %s: %s" % (verdict, told[-300:]))
		elif (status == 0) != (verdict == 0):
			broken.append("run %d, detrek %d: %s | %s" % (status, verdict, said[-400:], told[-200:]))
	if c.record:
		raced, told = call(folder, trellis, "races", "rec")
		finds = "deadlock" in told
		if raced not in (0, 1):
			broken.append("races: status %s: %s" % (raced, told[-300:]))
		elif deadlock and raced == 0:
			broken.append("run says deadlock, races: %s" % told[-200:])
		elif status == 0 and finds:
			broken.append("run ends well, races says deadlock: %s" % told[-200:])
	right = wanted(bench, c, folder, tail) if status == 0 else None
	differs = right is not None and open(folder + "/out", "rb").read() != right
	if differs and (c.fault or not undefined(bench, c, folder, tail) and steady(bench, c, folder, tail)):
		broken.append("the run ends well, and its output differs from the native one")
	return broken


def try_case(bench, seed, number, copy):
	c = Case(bench.programs, seed, number)
	folder = tempfile.mkdtemp(prefix="verdict")
	application = os.path.join(folder, c.name)
	shutil.copytree(bench.built(c.name, c.monitor), application)
	c.plant(application)
	try:
		broken = judge(bench, c, application)
		if broken and copy:
			shutil.copytree(application, os.path.join(copy, str(number)), dirs_exist_ok=True)
		return c, broken
	finally:
		shutil.rmtree(folder, ignore_errors=True)


def main():
	trellis, programs, count = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
	seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
	jobs = int(sys.argv[5]) if len(sys.argv) > 5 else 1
	copy = sys.argv[6] if len(sys.argv) > 6 else None
	table, bad, done, number = collections.Counter(), 0, 0, 0
	built = tempfile.TemporaryDirectory(prefix="verdicts")
	bench = Bench(trellis, programs, built.name)
	with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
		while done < count:
			batch = range(number, number + min(4 * jobs, count - done))
			number += len(batch)
			for c, broken in pool.map(lambda n: try_case(bench, seed, n, copy), batch):
				if broken is None:
					continue
				done += 1
				table[c.machine, c.place, c.monitor] += 1
				for rule in broken:
					bad += 1
					print("%s\n\t%s" % (c.text(), rule.replace("\n", "\n\t")), flush=True)
	for key in sorted(table):
		print("%-9s %-16s %-8s %5d" % (*key, table[key]))
	print("%d bugs, %d broken rules" % (done, bad))
	sys.exit(1 if bad else 0)


if __name__ == "__main__":
	main()
