#!/bin/bash
# Random programs of csmith that log themselves (`trellis cc --log`): they print what they print without a log, and the
# emulation of each interval ends as its postlog has it; at two levels, with each e-block logged, and with the usual share.
#
# CSMITH_SEEDS="first count" chooses the first seed and the number of programs; without it a few, or with LONG set 200. A
# program that does not end in the simulated time of `limit` without a log says nothing; another seed takes its place. A log is
# written at some 300,000 bytes a simulated second, so with a log a program may take much longer.
. tests/cc/cc.sh

include=/usr/include/csmith
if ! command -v csmith >/dev/null || [ ! -f $include/csmith.h ]; then
	echo "1..0 # SKIP csmith is not installed (Debian: csmith, libcsmith-dev)"
	exit 0
fi
limit=20s logged_limit=1000s
seeds="20003 3"
[ -z "$LONG" ] || seeds="20003 200"
read -r first count <<<"${CSMITH_SEEDS:-$seeds}"

# compiled LEVEL OPTION...: of p.c, to p.elf
compiled() {
	"$TRELLIS" cc "$1" -w '-D__builtin_ia32_crc32qi(a,b)=((a)*31u+(b))' -I$include --stack 1000000 "${@:2}" p.c -o p.elf 2>err
}

# compare LEVEL OPTION...: without a log and with one; prints what is different, or that the program does not end
compare() {
	local wanted got

	compiled "$1" || { echo "$1: $(head -3 err)"; return; }
	wanted=$("$TRELLIS" boot --until $limit p.elf 2>err)
	grep -q "the time asked for is reached" err && { echo endless; return; }
	compiled "$@" --log || { echo "$*: $(head -3 err)"; return; }
	got=$("$TRELLIS" boot -r . --until $logged_limit p.elf 2>err)
	grep -q "the time asked for is reached" err && { echo "$*: it does not end with a log"; return; }
	[ "$got" = "$wanted" ] || { echo "$*: $got, wanted $wanted"; return; }
	"$TRELLIS" flowback --verify p.log >out 2>&1 || echo "$*: $(head -3 out)"
}

# check SEED: into SEED.result: same, endless or a line that says what is different.
check() {
	local s=$1 result=

	mkdir "$s" && cd "$s" || return
	csmith --seed "$s" --no-packed-struct --no-argc --max-funcs 5 --max-block-depth 3 |
		sed -E 's/\b(0x[0-9A-Fa-f]+|[0-9]+)(U?)L\b/\1\2/g' >p.c
	for how in "-O0 --log-share 100 --eblock-min 0" "-O2 --log-share 100 --eblock-min 0" \
		"-O2 --eblock loops" "-O0 --log-share 100 --eblock-max 100"; do
		[ -n "$result" ] || result=$(compare $how)
	done
	echo "${result:-same}" >"$tmp/$s.result"
	cd .. && rm -rf "$s"
}

export -f check compare compiled
export include limit logged_limit tmp
cd "$tmp" || exit 3
endless=
while [ $number -lt "$count" ]; do
	seeds=$(seq "$first" $((first + count - number - 1)))
	first=$((first + count - number))
	xargs -P 2 -I{} bash -c "check {}" <<<"$seeds"
	for s in $seeds; do
		result=$(cat "$s.result")
		[ "$result" != endless ] || { endless+=" $s"; continue; }
		ok "seed $s" [ "$result" = same ]
		[ "$result" = same ] || sed 's/^/# /' "$s.result"
	done
done
echo "1..$number"
[ -z "$endless" ] || echo "# endless without a log:$endless"
