#!/bin/bash
# The self-checking programs tests/sim/cpu/asm/*.s: each says "ok" over its boot link, or which check
# fails. A program's heading says on which chips it runs (# chips: ...), what else its node has
# (# node: unmapped=float), and how the node stops if it does not just fall idle (# stops: ...).
count=0

# heading FILE WORD: what the file's heading says after "# WORD: ".
heading()
{
	sed -n "s/^# $2: //p" "$1"
}

# machine CHIP OPTIONS: a topology of one node.
machine()
{
	printf 'topology single\nnode n0 type=%s mem=64K %s\nhost h\nwire h.0 n0.0\nend\n' "$1" "$2"
}

# label FILE CHIP ADDRESS: the last label before a return address.
label()
{
	"$TRELLIS" as --chip "$2" -o /dev/null -l - "$1" |
		awk -v at="$3" '/^ +[0-9]+ +[A-Za-z_][A-Za-z0-9_]*:/ { name = $2 }
			/^[89a-f][0-9a-f]* / && $1 "" < at "" && $1 "" >= best "" {
				best = $1
				found = name
			}
			END { print found }'
}

# failure FILE CHIP: runs a program; what is wrong, or nothing.
failure()
{
	local file=$1 chip=$2 stops said status words
	stops=$(heading "$file" stops)
	"$TRELLIS" as --boot --chip "$chip" -o "$work/boot" "$file" 2>&1 || return
	said=$("$TRELLIS" boot --raw -u 5s -t <(machine "$chip" "$(heading "$file" node)") \
		"$work/boot" </dev/null 2>"$work/errors")
	status=$?
	read -ra words <<<"$said"
	if [ ${#words[@]} -ge 1 ] && [ "${words[0]}" != ok ]; then
		echo "$(label "$file" "$chip" "${words[0]}"): got ${words[1]:-here}, not ${words[2]}"
	elif [ "$said" != ok ]; then
		echo 'said nothing'
	elif [ -n "$stops" ] && ! grep -qF -- "$stops" "$work/errors"; then
		echo "the node should stop: $stops"
	elif [ -z "$stops" ] && [ $status != 0 ]; then
		echo "exit status $status"
	elif ! grep -qF 'time asked for' "$work/errors"; then
		return
	fi
	cat "$work/errors"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in tests/sim/cpu/asm/*.s; do
	for chip in $(heading "$file" chips); do
		count=$((count + 1))
		wrong=$(failure "$file" "$chip")
		[ -z "$wrong" ] || printf 'not '
		echo "ok $count - $(basename "$file" .s) on a $chip"
		[ -z "$wrong" ] || sed 's/^/# /' <<<"$wrong"
	done
done
echo "1..$count"
