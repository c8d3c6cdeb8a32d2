#!/bin/bash
# Random programs that leave functions by longjmp (tests/cc/jumps/drawn.py): the same output on a simulated node as from the
# host's gcc, at four levels. JUMPS_SEEDS="first count" chooses the seeds; LONG=1 has more.
. tests/cc/cc.sh

read -r first count <<<"${JUMPS_SEEDS:-1 ${LONG:+40}8}"

# differs SEED: what is different, if anything is
differs() {
	local wanted got level
	/usr/bin/env python3 tests/cc/jumps/drawn.py "$1" >"$tmp/$1.c"
	gcc -O1 -w -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all "$tmp/$1.c" -o "$tmp/native" 2>&1 || return
	wanted=$("$tmp/native" 2>&1)
	grep -q 'runtime error' <<<"$wanted" && { echo "not defined: $wanted"; return; }
	for level in -O0 -O1 -O2 -Os; do
		"$TRELLIS" cc "$level" -w "$tmp/$1.c" -o "$tmp/p.elf" 2>&1 || return
		got=$("$TRELLIS" boot --record none -u 60s "$tmp/p.elf" 2>"$tmp/err")
		[ "$got" = "$wanted" ] || { echo "$level: $(diff <(echo "$wanted") <(echo "$got") | head -3) $(head -3 "$tmp/err")"; return; }
	done
}
for ((s = first; s < first + count; s++)); do
	said=$(differs "$s")
	[ -z "$said" ] || { echo "# seed $s: $said"; wrong+=" $s"; }
done
if [ -z "$wrong" ]; then echo "ok 1 - $count programs from seed $first"; else echo "not ok 1 - $count programs from seed $first:$wrong"; fi
echo "1..1"
