# inserted.sh PATCH: makes a copy of the tree with a patch, for tests that insert code. Test scripts
# read it in. Afterwards the copy is the current folder; tests_pass TEST... runs tests in it. It
# skips the test except in `make check-long`.
. tests/tap.sh
[ -n "$LONG" ] || { echo "1..0 # SKIP only with make check-long: it builds what the patch changes"; exit; }

build=$(dirname "$TRELLIS") # what is built of it comes along, but for sanitizers and tests
mkdir -p "$tmp/tree/build"
git ls-files -co --exclude-standard -z | xargs -0 cp -a --parents -t "$tmp/tree"
find "$build" -mindepth 1 -maxdepth 1 ! -name san ! -name tests ! -name fuzz ! -name tsan -exec cp -a -t "$tmp/tree/build" {} +
cp "$1" "$tmp/inserted.patch"
cd "$tmp/tree" || exit 1
unset MAKEFLAGS MAKELEVEL TRELLIS SANITIZED LONG UPDATE
git init -q . # the scripts ask it for the files
patch -s -p1 < "$tmp/inserted.patch" && make -s > "$tmp/diff" 2>&1
result $? "it is built"

# tests_pass TEST...: each of them, without .t or .c, passes in the copy
tests_pass() {
	local test
	for test in "$@"; do
		if [ -f "tests/$test.t" ]; then
			tests/run --one build "tests/$test.t" > "$tmp/out" 2>&1
		else
			make -s test "T=$test" > "$tmp/out" 2>&1
		fi
		grep -A9 '^not ok' "$tmp/out" > "$tmp/diff"
		[ $? = 1 ] && grep -q '^ok' "$tmp/out"
		result $? "$test"
	done
}
