#!/bin/bash
# trellis new: an application that runs as it is; nothing that exists is overwritten.
. tests/tap.sh
cd "$tmp" || exit 1

"$TRELLIS" new primes > out 2> err
is 'the command to run it' "$? $(cat out err)" '0 made primes/; run it: trellis run primes/primes.vms'
is 'its files' "$(ls primes | tr '\n' ' ')" 'compute.c generate.c primes.vms receive.c task.h '
grep -r @NAME@ primes > found
is 'the name stands in all places' "$?" 1
"$TRELLIS" run primes/primes.vms > out 2> err
is 'it runs' "$? $(cat out)" '0 5133 primes, the last is 49999'
is 'without a warning' "$(grep -c warning: err)" 0
"$TRELLIS" run --native primes/primes.vms > native 2> err
is 'the same on this host' "$? $(cat native)" "0 $(cat out)"
"$TRELLIS" run primes/primes.vms 100 > out 2> err
is 'with an argument' "$? $(cat out)" '0 669 primes, the last is 4999'
"$TRELLIS" run primes/primes.vms none > out 2> err
is 'with a wrong one' "$? $(cat out) $(grep NUMBERS err)" '1  primes: NUMBERS must be 1 to 1000000, not none'

# mistake NAME ARGUMENT...
mistake() {
	"$TRELLIS" new "${@:2}" > out 2> err
	is "$1" "$? $(cat out err)" "2 $(cat)"
}
echo mine > primes/task.h
mistake 'what exists stays' primes <<'END'
trellis: new: cannot make the directory primes: File exists
END
is 'as it was' "$(cat primes/task.h)" mine
mistake 'a path' ../primes <<'END'
trellis: new: bad name '../primes': use a letter or digit, then letters, digits, '-' and '_', at most 64
END
mistake 'no name' <<'END'
trellis: new: expected one NAME; see 'trellis new --help'
END
echo "1..$n"
