#!/bin/bash
# tests/run counts what a test prints, and says what it does not print: a status, results that are missing.
. tests/tap.sh
build=$(dirname "$TRELLIS")

# one NAME STATUS LINES...: a script with this body, by tests/run --one; its output and exit status
one() {
	printf '%s\n' '#!/bin/sh' "$2" > "$tmp/test"
	chmod +x "$tmp/test"
	expect "$1" "$3" tests/run --one "$build" "$tmp/test"
}

one "a test that passes" 'echo ok 1 - it passes; echo 1..1' 0 <<END
ok 1 - it passes
1..1
END
one "a test that fails, with status 0" 'echo not ok 1 - it fails; echo 1..1' 1 <<END
not ok 1 - it fails
1..1
END
one "a test that stops with a status" 'echo ok 1 - it begins; echo 1..1; exit 3' 1 <<END
ok 1 - it begins
1..1
not ok - $tmp/test ended with status 3
END
one "a test that stops early" 'echo ok 1 - it begins; exit' 1 <<END
ok 1 - it begins
not ok - $tmp/test has 1 results; planned are none
END
one "a test with fewer results than its plan" 'echo 1..3; echo ok 1; echo ok 2' 1 <<END
1..3
ok 1
ok 2
not ok - $tmp/test has 2 results; planned are 3
END
one "a test that is skipped" 'echo 1..0 "# SKIP nothing to test"' 0 <<END
1..0 # SKIP nothing to test
END

# Whole runs: of a build that has nothing but what is made here, in a directory of its own.
make_tree() {
	mkdir -p "$tmp/tree/tests/sub" "$tmp/tree/build/san/tests" "$tmp/tree/build/tests" "$tmp/tree/build/fuzz"
	cp tests/run "$tmp/tree/tests"
	cp /bin/true "$tmp/tree/build/trellis"
	printf '%s\n' '#!/bin/sh' 'echo ok 1; echo 1..1' > "$tmp/tree/tests/sub/quick.t"
	printf '%s\n' '#!/bin/sh' 'echo ok 1; echo not ok 2; echo 1..2' > "$tmp/tree/tests/sub/slow.t"
	printf '%s\n' '#!/bin/sh' '[ "$1" = -seed=1 ]' > "$tmp/tree/build/fuzz/target"
	printf '%s\n' '7.0 tests/sub/slow.t' > "$tmp/tree/tests/slow"
	chmod +x "$tmp"/tree/tests/sub/*.t "$tmp/tree/build/fuzz/target"
}
tree() { (cd "$tmp/tree" && tests/run "$@"); }
make_tree
expect "the quick ones" 0 tree --quick build <<END
2 passed, 0 failed
END
expect "the rest; each counts once" 1 tree --rest build <<END
not ok 2
1..2
3 passed, 1 failed
END
expect "all" 1 tree build <<END
not ok 2
1..2
3 passed, 1 failed
END
is "times" "$(sed 's/^[0-9.]* //' "$tmp/tree/build/times" | sort)" "fuzz/target
tests/sub/quick.t
tests/sub/slow.t"
echo "1..$n"
