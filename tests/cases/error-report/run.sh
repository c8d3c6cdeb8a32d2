#!/bin/sh
# The tutorial's crash: its page names the cause and the line, and `why` knows the node by number and name.
c=$(cd "$(dirname "$0")" && pwd); d=$(mktemp -d); trap 'rm -rf "$d"' EXIT
"$TRELLIS" run --record "$d/r" "$c/primes/primes.vms" 20 >/dev/null 2>"$d/e"; "$TRELLIS" report -o "$d/p.html" "$d/r" >/dev/null 2>&1
echo "the run says: $(grep -c 'division by zero' "$d/e") times; the page: $(grep -c 'division by zero' "$d/p.html"), compute.c:35 $(grep -c 'compute.c:35' "$d/p.html")"
n=$(sed -n 's/^node n\([0-9]*\): .*task 10: .*/\1/p' "$d/e")
for a in $n n$n; do echo "why ${a%$n}N:"; "$TRELLIS" why -n 4 "$d/r" $a 2>&1 | sed "s/node $n[.0-9]* slave/node N slave/; 3q"; done
