#!/bin/bash
# What options there are, each command says when it is asked; and so it says to whom gives another one.
. tests/tap.sh
for command in boot view shell run export bench cc as dis symbols topo swarm detrek order races units simul report probe tvmfilter; do
	"$TRELLIS" $command --help > "$tmp/help" 2>&1
	is "$command --help" "$? $(head -c 6 "$tmp/help")" "0 usage:"
	is "$command -h" "$("$TRELLIS" $command -h)" "$(cat "$tmp/help")"
	"$TRELLIS" $command --frobnicate > "$tmp/out" 2> "$tmp/err"
	is "$command --frobnicate" "$? $(cat "$tmp/out") $(tail -1 "$tmp/err" | grep -o "$command --help' lists the options")" \
		"2  $command --help' lists the options"
done
echo "1..$n"
