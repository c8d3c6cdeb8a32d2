#!/bin/bash
# The long form: trellis for arm64 (make deps-arm64), executed by qemu: the tests of processor and network, whose translated
# code is arm64's there, and applications with the fingerprint that they have on this host.
. tests/tap.sh
[ -n "$LONG" ] || { echo "1..0 # SKIP in the long form only"; exit; }
command -v aarch64-linux-gnu-gcc qemu-aarch64 >"$tmp/found"
[ "$(wc -l <"$tmp/found")" = 2 ] || { echo "1..0 # SKIP no cross compiler or no qemu (make deps-arm64)"; exit; }
build=$(realpath --relative-to=. "$(dirname "$TRELLIS")")
make -s B="$build" arm64 >"$tmp/diff" 2>&1
result $? "trellis is built for arm64"

for test in $(find "$build/arm64/tests" -type f -executable | sort); do
	LONG= qemu-aarch64 "$test" >"$tmp/diff" 2>&1
	result $? "${test#"$build"/arm64/tests/}"
done

# It finds compiler and libraries beside it: those of this host, since the nodes' code is the same.
ln -sfn "$(realpath "$build/trellis-cc")" "$build/arm64/trellis-cc"
ln -sfn "$(realpath "$build/node")" "$build/arm64/node"
# run PROGRAM... ENGINE OPTION...: fingerprint, final words and output of a run
run() {
	"$@" -o "$tmp/picture" >"$tmp/run" 2>&1
	echo "status $?"
	grep -v ' simulated in ' "$tmp/run" # it has host times
	[ ! -f "$tmp/picture" ] || sha256sum <"$tmp/picture"
	rm -f "$tmp/picture"
}
arguments=('programs/queens/queens.vms -n 12 -T btree' 'programs/quad/quad.vms -n 7 -T ttree --fault "crash 3 at 90ms"'
	'programs/simulated/simulated.vms -n 9 -T chain --buffers 2')
for a in "${arguments[@]}"; do
	eval "set -- $a"
	want=$(run "$TRELLIS" run "$@")
	for engine in interpreter translate eager; do
		is "$1 with --engine $engine" "$(run qemu-aarch64 "$build/arm64/trellis" run --engine $engine "$@")" "$want"
	done
done
is "the last one has a fingerprint" "$(grep -c '^fingerprint [0-9a-f]*$' <<<"$want")" 1
echo "1..$n"
