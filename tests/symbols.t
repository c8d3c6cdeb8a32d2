#!/bin/bash
# The global names of the host's objects: each stands for one thing, and none hides one of a library. Otherwise the
# linker would give a caller another function than the one that it was compiled for.
. tests/tap.sh
. tests/objects.sh
export LC_ALL=C
build=$(dirname "$TRELLIS")

# Objects that stand in for each other: they are never in the same program.
cat >"$tmp/instead" <<'EOF'
trellis-cc.o trellis.o
sim/view/no_view.o sim/window/view.o
sim/mpi/mpi.o sim/ranks/no_mpi.o
EOF

# defined: lines `name object`, of all global names in lines of symbols
defined() {
	awk '$2 !~ /^[Uw]$/ { print $3, $1 }' | sort -u
}

# doubles: those that two objects define, in such lines, apart from objects that stand in for each other
doubles() {
	awk 'NR == FNR { instead[$1 " " $2] = 1; next }
		$1 == name && !((object " " $2) in instead) { print $1 ": " object " " $2 }
		{ name = $1; object = $2 }' "$tmp/instead" -
}

# libraries PROGRAM...: the names that the libraries export with which these are linked
libraries() {
	ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | xargs nm -D --defined-only |
		awk 'NF == 3 { sub(/@.*/, "", $3); print $3 }' | sort -u
}

# hidden: the names of such lines that a library has, too
hidden() {
	join -o 1.1,1.2 - "$tmp/library"
}

mapfile -t objects < <(objects "$build")
programs=()
for p in "$TRELLIS" "$build"/trellis-{cc,view,mpi}; do
	[ -x "$p" ] && programs+=("$p")
done
symbols "$build/host" "${objects[@]}" | defined >"$tmp/defined"
libraries "${programs[@]}" >"$tmp/library"

is "there are objects" "$([ "$(wc -l <"$tmp/defined")" -gt 1000 ] && echo many)" many
is "there are names of libraries" "$(grep -cxE 'accept|qsort|json_object' "$tmp/library")" 3
is "no name stands for two things" "$(doubles <"$tmp/defined")" ""
is "no name hides one of a library" "$(hidden <"$tmp/defined" | grep -v '^main ')" ""

# each rule fails where it is broken
echo 'int accept(void) { return 0; } int twice(void) { return 0; }' | gcc -w -x c -c - -o "$tmp/one.o"
echo 'int twice(void) { return 0; }' | gcc -w -x c -c - -o "$tmp/other.o"
is "two things of one name are found" "$(symbols "$tmp" one.o other.o | defined | doubles)" "twice: one.o other.o"
is "a name that hides libc's is found" "$(symbols "$tmp" one.o other.o | defined | hidden)" "accept one.o"
echo "1..$n"
