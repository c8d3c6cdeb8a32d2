#!/bin/bash
# Random programs of generate/generate.py (computed gotos, vectors, inline assembly): the same output on a simulated node as
# from the host's clang. GENERATE_SEEDS="first count" chooses the seeds; without it a short run, or with LONG set 300 of
# each kind at all levels.
. tests/cc/cc.sh

kinds=(goto vector asm)
levels=(-O0 -O2)
[ -n "$LONG" ] && levels=(-O0 -O1 -O2 -O3 -Os)
read -r first count <<<"${GENERATE_SEEDS:-1 ${LONG:+30}0}"
[ "$count" -gt 0 ] || count=6
generator=$(realpath tests/cc/generate/generate.py)

# check KIND SEED: into KIND-SEED.result: same, or what is different.
check() {
	local name=$1-$2 level wanted got result=same flags=(-w -fwrapv -funsigned-char -ffp-contract=off)

	mkdir "$name" && cd "$name" || return
	"$generator" "$1" "$2" >p.c
	clang -O1 "${flags[@]}" p.c -o native -lm 2>err || result="on the host: $(head -3 err)"
	wanted=$(ulimit -t 5; ./native)
	for level in "${levels[@]}"; do
		[ "$result" = same ] || break
		if ! "$TRELLIS" cc $level "${flags[@]}" p.c -o p.elf 2>err; then
			result="$level: $(head -3 err)"
			break
		fi
		got=$("$TRELLIS" boot --until 60s p.elf 2>err)
		[ "$got" = "$wanted" ] || result="$level: $got, wanted $wanted"
	done
	echo "$result" >"$tmp/$name.result"
	cd .. && rm -rf "$name"
}

cd "$tmp" || exit 3
echo "1..$((count * ${#kinds[@]}))"
for kind in "${kinds[@]}"; do
	for seed in $(seq "$first" $((first + count - 1))); do
		check "$kind" "$seed"
		ok "$kind $seed" [ "$(cat "$kind-$seed.result")" = same ]
		grep -qx same "$kind-$seed.result" || sed 's/^/# /' "$kind-$seed.result"
	done
done
