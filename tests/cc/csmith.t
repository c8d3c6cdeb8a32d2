#!/bin/bash
# Random programs of csmith: the same checksum on a simulated node as from the host's gcc, at four levels.
#
# CSMITH_SEEDS="first count" chooses the seeds, CSMITH_OPTIONS the generator's options; without them a short run,
# or with LONG set more than a thousand seeds of the usual programs and some of each other of the `dialects`.
#
# Packed structures are left out: csmith takes the addresses of their members, which only the host forgives. Constants
# lose their L, since long has 32 bits on a node and 64 on the host, and functions of long become those of long long. The
# one function of the host's processor is given another meaning. A program that does not end on the host, or takes more than
# the simulated time of `limit`, or counts the zeros of 0, or makes an integer of a real that is too large, says nothing; it
# is counted and named.
. tests/cc/cc.sh

include=/usr/include/csmith
if ! command -v csmith >/dev/null || [ ! -f $include/csmith.h ]; then
	echo "1..0 # SKIP csmith is not installed (Debian: csmith, libcsmith-dev)"
	exit 0
fi

# first seed, how many, options
usual="--max-funcs 5 --max-block-depth 3"
dialects=(
	"10 ${LONG:+124}5 $usual"
	"2001 ${LONG:+5}1 $usual --float"
	"3001 ${LONG:+5}1 $usual --builtins --enable-builtin-kinds generic"
	"4001 ${LONG:+5}1 --max-funcs 10 --max-struct-fields 12 --inline-function --inline-function-prob 40"
	"5001 ${LONG:+5}1 $usual --no-volatiles --no-volatile-pointers --no-longlong"
	"6001 ${LONG:+5}1 $usual --no-pointers --max-array-dim 4 --max-array-len-per-dim 6"
	"7001 ${LONG:+5}1 $usual --no-arrays --max-pointer-depth 4 --max-union-fields 8"
	"8001 ${LONG:+5}1 $usual --no-jumps --max-expr-complexity 20"
	"9001 ${LONG:+5}1 $usual --no-divs --no-muls --max-block-size 8"
	"10001 ${LONG:+5}1 --max-funcs 3 --max-block-depth 5 --no-argc --no-bitfields --compound-assignment"
)
[ -n "$CSMITH_SEEDS" ] && dialects=("$CSMITH_SEEDS ${CSMITH_OPTIONS:-$usual}")
undefined=builtin,float-cast-overflow # by which csmith's programs may differ
limit=60s

# check SEED OPTION...: into SEED.result: same, slow or a line that says what is different.
check() {
	local s=$1 level got wanted result=same flags=('-D__builtin_ia32_crc32qi(a,b)=((a)*31u+(b))')

	shift
	mkdir "$s" && cd "$s" || return
	csmith --seed "$s" --no-packed-struct "$@" |
		sed -E 's/\b(0x[0-9A-Fa-f]+|[0-9]+)(U?)L\b/\1\2/g; s/\b(__builtin_(clz|ctz|ffs|parity|popcount)l)\b/\1l/g' >p.c
	gcc -O1 -w "${flags[@]}" -fsanitize=$undefined -fno-sanitize-recover=$undefined -I$include p.c -o native -lm
	wanted=$(ulimit -t 1; exec ./native 2>err) || result="slow on the host"
	grep -q "runtime error" err && result="not defined"
	for level in -O0 -O1 -O2 -Os; do
		[ "$result" = same ] || break
		if ! "$TRELLIS" cc $level -w "${flags[@]}" -I$include --stack 1000000 p.c -o p.elf 2>err; then
			result="$level: $(head -3 err)"
			break
		fi
		got=$("$TRELLIS" boot --until $limit p.elf 2>err)
		if grep -q "the time asked for is reached" err; then
			result="slow at $level"
		elif [ "$got" != "$wanted" ]; then
			result="$level: $got, wanted $wanted"
		fi
	done
	echo "$result" >"$tmp/$s.result"
	cd .. && rm -rf "$s"
}

export -f check
export include limit undefined tmp
cd "$tmp" || exit 3
slow=()
for d in "${dialects[@]}"; do
	read -r first count options <<<"$d"
	seq "$first" $((first + count - 1)) | xargs -P 2 -I{} bash -c "check {} $options"
	for s in $(seq "$first" $((first + count - 1))); do
		result=$(cat "$s.result")
		if [[ $result = slow* || $result = not* ]]; then
			slow+=("$s: $result")
			continue
		fi
		ok "seed $s $options" [ "$result" = same ]
		[ "$result" = same ] || sed 's/^/# /' "$s.result"
	done
done
echo "1..$number"
[ ${#slow[@]} -eq 0 ] || printf '# no answer: seed %s\n' "${slow[@]}"
