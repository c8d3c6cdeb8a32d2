#!/bin/bash
# The proof of a linked program, on each function of proof/functions.s by itself: it is taken, or refused with the reason that stands there.
. tests/cc/cc.sh

file=tests/cc/proof/functions.s
mapfile -t functions < <(sed -n '3,$s/^| \([a-z_]* .*\)/\1/p' $file)
echo "1..${#functions[@]}"
for line in "${functions[@]}"; do
	name=${line%% *}
	expected=${line#* }
	{
		printf '\t.text\n\t.global\t_start\n\t.type\t_start, function\n_start:\n'
		sed -n "/^| $name /,/^| /{/^|/d;p}" $file
		printf '\t.size\t_start, . - _start\n'
	} | sed "s/^$name:$//" >"$tmp/a.s"
	if "$TRELLIS" cc -nostdlib "$tmp/a.s" -o "$tmp/a.elf" 2>"$tmp/err"; then
		got=right
	else
		got=$(sed 's/^trellis: _start+[0-9]*: //; s/; this is a mistake.*//' "$tmp/err")
	fi
	ok "$name" [ "$got" = "$expected" ]
	[ "$got" = "$expected" ] || echo "# $got"
done
