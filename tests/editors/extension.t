#!/bin/bash
# The extension of VS Code says the same as the program: its version, the keys of .vms files, the statements of .topo files, the
# arguments of the adapter; and each command that it declares is one.
. tests/tap.sh

# says EXPRESSION: strings of package.json, a line each, sorted
says() {
	node -p "const p = require('./editors/vscode/package.json'), c = p.contributes, d = c.debuggers[0].configurationAttributes; $1" | sort
}
# words LANGUAGE: what follows the beginning of a line in its grammar
words() {
	grep -oE '"\^\\\\s\*\([A-Za-z_|]+\)' "editors/vscode/language/$1.json" | sed 's/.*(//; s/)//' | tr '|' '\n' | sort
}
command -v node > "$tmp/where" || { echo "1..0 # SKIP no node"; exit; }
is "its version" "$(says p.version)" "$("$TRELLIS" --version | grep -oE '[0-9]+\.[0-9]+' | head -1).0"
is "its commands" "$(says "c.commands.map(c => c.command).join('\n')")" \
	"$(grep -ohE "registerCommand\('trellis\.[a-z]+'" editors/vscode/*.js | cut -d "'" -f 2 | sort)"
sections='Virtual_Machine|Interface|Configuration|Programs'
is "the keys of .vms files" "$(words vms | grep -vxE "$sections")" \
	"$(sed -nE 's/^\t\{"([a-z_]+)", (MACHINE|INTERFACE|CONFIGURATION|PROGRAMS), .*/\1/p' vm/vms.c | sort)"
is "the sections of .vms files" "$(words vms | grep -xE "$sections" | wc -l)" 4
is "the statements of .topo files" "$(words topo)" "$(sed -nE 's/^\t\{"([a-z]+)", .*/\1/p' sim/topology/read.c | sort)"
for name in $(says "Object.keys(d.launch.properties).join('\n')"); do
	grep -q "\"$name\"" detrek/debug/dap*.c || echo "the adapter does not know '$name'"
	grep -q "\`$name\`" docs/editors.md || echo "the page does not have '$name'"
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "the arguments of launch"
is "those of attach, which makes no run" "$(says "Object.keys(d.attach.properties).join('\n')")" \
	"$(says "Object.keys(d.launch.properties).join('\n')" | grep -vxE 'args|options|program|snapshot')"
echo "1..$n"
