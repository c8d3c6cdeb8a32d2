#!/bin/bash
# Events that span nodes: of programs that change their variables and send messages by chance, recorded, the observer
# finds just the places that a look at all memories before each instruction finds (events.c).
. tests/tap.sh
here=tests/detrek/events
program=${build:-build}/$here/events
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

"${build:-build}/trellis-cc" --kernel -O2 -g -o "$tmp/chatter.elf" $here/chatter/chatter.c
for seed in ${SEEDS:-1 2}; do
	topology=$(sed -n "$((seed % 2 + 1))p" <<< $'chain4\ncube8')
	printf 'spread\nloadgo -s %s n0-3 chatter -- %d %d\n' "$tmp" "$seed" 150 |
		"$TRELLIS" shell --seed "$seed" --record "$tmp/$seed" "programs/$topology.topo" > "$tmp/out" 2>&1
	"$program" "$tmp/$seed" > "$tmp/out" 2>&1
	result $? "all places of a random run, seed $seed: $(grep -o '[0-9]* places' "$tmp/out" | tr '\n' ' ')"
done

# stops SESSION-COMMANDS...: places where the debugger stops
stops() {
	local commands=() c
	for c in "$@"; do commands+=(-e "$c"); done
	"$TRELLIS" debug --batch -e "goto beginning" "${commands[@]}" "$tmp/1" 2>&1 | grep -E '^breakpoint 1 \(|^the beginning|^    '
}
event='break-event {level > 5}@n1 == {door}@n2'
there=$(stops "$event" continue continue continue)
is "three stops, each with both variables" "$(grep -c '^breakpoint' <<< "$there") $(grep -cE '^    level = [67]$' <<< "$there") $(
	grep -c '^    door = 1$' <<< "$there")" "3 3 3"
back=$(stops "$event" continue continue continue reverse-continue reverse-continue reverse-continue)
is "and back" "$(grep '^breakpoint' <<< "$back" | sed -n '4,5p')" "$(grep '^breakpoint' <<< "$there" | head -2 | tac)"
is "the same by break" "$(stops "${event/break-event/break}" continue)" "$(head -"$(grep -n '^breakpoint' <<< "$there" |
	sed -n '2s/:.*//p')" <<< "$there" | head -n -1)"
is "to the beginning" "$(tail -1 <<< "$back")" "the beginning of the recording, at 0s"

# mistake EVENT TEXT: what is said of it
mistake() {
	is "$1" "$("$TRELLIS" debug --batch -e "break-event $1" "$tmp/1" 2>&1; echo "status $?")" "$2
status 2"
}
mistake "{levle > 5}@n1" "unknown variable 'levle' in chatter; did you mean 'level'? it must be a global or static one that the compiler has kept (-O0 keeps all); FILE::NAME is that of a file, FUNCTION::NAME a static one of a function"
mistake "{choices > 5}@n1" "unknown variable 'choices' in chatter; it must be a global or static one that the compiler has kept (-O0 keeps all); FILE::NAME is that of a file, FUNCTION::NAME a static one of a function"
mistake "{state.x}@n1" "{state.x}: uint32_t has no members"
mistake "{level = 5}@n1" "{level = 5}: an event changes nothing; '==' compares"
mistake "{*(int *)level}@n1" "{*(int *)level}: what lies behind a pointer may be elsewhere at another time, and is not watched; name variables, their members and elements"
mistake "{level}@chater" "unknown place 'chater'; did you mean 'chatter'? a program, root, inner, leaf, nodes as in n0-3,8, or a node's name"
mistake "{level}@n99" "unknown node n99 (the network has n0 to n7)"
mistake "{level}@leaf" "leaf: chatter is not a program of TrEK's, whose processes have roles"
mistake "{level}@n1 = {door}@n2" "'= {door}@n2': an operator must stand there: == (simultaneous), || (concurrent), -> (ordered)"
mistake "{level}@n1 -> {door}@n2" "'->': ordered events may be over when they are recognised, and cannot stop a run; 'trellis simul --query=EVENT DIR' lists their places in a recording"
mistake "{level}@n1 || {door}@n2" "'||': concurrent events may be over when they are recognised, and cannot stop a run; 'trellis simul --query=EVENT DIR' lists their places in a recording"
mistake "{\$areg}@n1" "\$areg: a register is of one moment of one process; name variables"
cat > "$tmp/dap.py" <<'END'
import json, subprocess, sys

class Adapter:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq = 0

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, command, wanted, **arguments):
        self.seq += 1
        body = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()
        while (m := self.read()).get(wanted[0]) != wanted[1]:
            pass
        return m.get("body", {})

a = Adapter([sys.argv[1], "debug", "--dap"])
a.ask("initialize", ("command", "initialize"), adapterID="trellis")
a.ask("launch", ("event", "initialized"), recording=sys.argv[2], stopOnEntry=True)
names = ["{level > 5}@n1 == {door}@n2", "{levle}@n1"]
for b in a.ask("setFunctionBreakpoints", ("command", "setFunctionBreakpoints"), breakpoints=[{"name": n} for n in names])["breakpoints"]:
    print(b["verified"], b.get("message", "")[:24])
a.ask("configurationDone", ("event", "stopped"))
stop = a.ask("continue", ("event", "stopped"), threadId=0)
print(stop["reason"])
values = dict(line.split(" = ") for line in stop["text"].replace(" ", "").replace("=", " = ").split("\n") if line.count("=") == 1)
print(sorted(values), int(values["level"]) > 5, values["door"])
END
is "a breakpoint of an editor" "$(python3 "$tmp/dap.py" "$TRELLIS" "$tmp/1" 2>&1)" "True 
False unknown variable 'levle'
function breakpoint
['door', 'level'] True 1"

# counts STATUS QUERY: what the run had of it, as text and as JSON
counts() {
	"$TRELLIS" simul --query="$2" "$tmp/1" > "$tmp/text"
	is "$2" "$? $(grep -c goto "$tmp/text")" "$1 $(sed -n "s/^$3: //p" "$tmp/text")"
	is "the same in JSON" "$("$TRELLIS" simul --json --query="$2" "$tmp/1" |
		python3 -c 'import json, sys; e = json.load(sys.stdin)["events"][0]; print(e["began"], [len(e[k]) for k in ("simultaneous", "concurrent", "ordered")])')" \
		"[$(sed -n 's/.*became true \([0-9]*\) time.*/\1/p' "$tmp/text" | paste -sd, | sed 's/,/, /g')] [$(sed -n 's/^[a-z]*: //p' "$tmp/text" | paste -sd, | sed 's/,/, /g')]"
}
counts 1 '{level > 5}@n1 == {door}@n2' simultaneous
counts 1 '{level > 5}@n1 || {door}@n2' concurrent
counts 1 '{level > 5}@n1 -> {door}@n2' ordered
counts 0 '{level > 9}@n1 -> {door}@n2' ordered
first=$("$TRELLIS" simul --query='{level > 5}@n1 == {door}@n2' "$tmp/1" | sed -n 's/.*: goto/goto/p' | head -1)
is "what it finds first is the debugger's first stop" "$("$TRELLIS" debug --batch -e "$first" -e 'info place' "$tmp/1" | grep -o 'node n[0-9] before.*' |
	head -1)" "$(grep -o 'node n[0-9] before.*' <<< "$there" | head -1)"
expect "a recording needs a query" 2 "$TRELLIS" simul "$tmp/1" <<END
trellis: $tmp/1: missing --query=EVENT, the event to find in the recorded run
END
echo "1..$n"
