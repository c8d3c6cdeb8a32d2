#!/bin/bash
# Mistakes: what the assembler says to tests/cc/as/bad/*.s is in *.err beside them; it exits with 2.
n=0
check() { # name, expected file, files...
	n=$((n + 1))
	out=$("$TRELLIS" as -o /dev/null "${@:3}" 2>&1)
	status=$?
	if [ $status = 2 ] && out=$(diff <(echo "$out") "$2" 2>&1); then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1 (status $status)"
		sed 's/^/# /' <<<"$out"
	fi
}
for s in tests/cc/as/bad/*.s; do
	check "$(basename "$s")" "${s%.s}.err" "$s"
done
check "two files" tests/cc/as/two/two.err tests/cc/as/two/a.s tests/cc/as/two/b.s
echo "1..$n"
