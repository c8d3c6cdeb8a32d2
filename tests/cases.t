#!/bin/bash
# Small programs and commands that once gave a wrong answer without a message, each in a directory of
# tests/cases: run.sh, its inputs, and what it prints (right). Left out of the comparison are host
# times, fingerprints, directories, addresses, and simulated times, which follow from the length of the kernel and the library.
. tests/tap.sh

# plain DIRECTORY: standard input without what may differ
plain() {
	sed -E -e '/^(cycles of all nodes|fingerprint |[0-9.]+[mun]?s simulated in )/d' -e "s|$PWD/||g; s|$1/||g" \
		-e "s|${TMPDIR:-/tmp}/tmp\.[A-Za-z0-9]+/?||g" -e 's/\b(0x)?(8[0-9a-f]{7}|7fff[0-9a-f]{4})\b/ADDRESS/g' \
		-e 's/\b[0-9.]+([mun]s)\b/TIME/g' -e 's/pid [0-9]+/pid PID/g' \
		-e 's/instruction [0-9]+/instruction N/g' -e 's/accesses [0-9]+/accesses N/' -e 's/(kernel\/[a-z\/]*\.c):[0-9]+/\1:N/g'
}

cases=(tests/cases/*/)
printf '1..%d\n' ${#cases[@]}
for case in "${cases[@]%/}"; do
	is "${case##*/}" "$(sh "$case/run.sh" 2>&1 | plain "$case")" "$(cat "$case/right")"
done
