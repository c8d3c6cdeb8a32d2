#!/bin/bash
# --fault help: a row for each kind, within 80 columns; the page of faults has them all.
. tests/tap.sh

"$TRELLIS" boot --fault help >"$tmp/help"
is "exit status" $? 0
is "within 80 columns" "$(awk 'length > 80' "$tmp/help")" ""
is "docs/faults.md has each kind" "$(sed -n 's/^  \([a-z]*\) [NE] .*/\1/p' "$tmp/help")" \
	"$(sed -n 's/^  \([a-z]*\) [NE] .*/\1/p' "$tmp/help" | while read -r kind; do
		grep -q "\`$kind [NE] " docs/faults.md && echo "$kind"; done)"
is "there are kinds" "$(grep -c '^  [a-z]* [NE] ' "$tmp/help")" 15
echo 'fault help' >"$tmp/script"
"$TRELLIS" shell tests/sim/topology/data/chain4.topo "$tmp/script" >"$tmp/shell" 2>&1
is "the shell's help is the same" "$(grep -c -Ff "$tmp/help" "$tmp/shell")" "$(wc -l <"$tmp/help")"
echo "1..$n"
