#!/bin/bash
# Random programs of csmith: the same checksum on a simulated node as from the host's gcc, at three levels.
# CSMITH_SEEDS="first last" chooses the seeds; without it a short run. Packed structures are left
# out: csmith takes the addresses of their members, which only the host forgives. So are programs that do not end
# soon. Constants lose their L, since long has 32 bits on a node and 64 on the host.
. tests/cc/cc.sh

include=/usr/include/csmith
if ! command -v csmith >/dev/null || [ ! -f $include/csmith.h ]; then
	echo "1..0 # SKIP csmith is not installed (Debian: csmith, libcsmith-dev)"
	exit 0
fi
read -r first last <<<"${CSMITH_SEEDS:-1 4}"
echo "1..$((last - first + 1))"
cd "$tmp" || exit 3

seed() {
	local level got wanted

	csmith --seed "$1" --max-funcs 5 --max-block-depth 3 --no-packed-struct |
		sed -E 's/\b(0x[0-9A-Fa-f]+|[0-9]+)(U?)L\b/\1\2/g' >p.c
	gcc -O1 -w -I$include p.c -o native -lm
	wanted=$(timeout 3 ./native) || return 0
	for level in -O0 -O1 -O2; do
		"$TRELLIS" cc $level -w -I$include --stack 1000000 p.c -o p.elf || return 1
		got=$("$TRELLIS" boot --until 20s p.elf 2>err)
		grep -q "the time asked for is reached" err && continue
		if [ "$got" != "$wanted" ]; then
			echo "# seed $1 $level: $got, wanted $wanted"
			return 1
		fi
	done
}

for s in $(seq "$first" "$last"); do
	ok "seed $s" seed "$s"
done
