#!/bin/sh
# The tutorial's crash: its page names the cause and the line, and `why` knows the node by number and name.
c=$(cd "$(dirname "$0")" && pwd); d=$(mktemp -d); trap 'rm -rf "$d"' EXIT
"$TRELLIS" run --record "$d/r" "$c/primes/primes.vms" 20 >/dev/null 2>"$d/e"; "$TRELLIS" report -o "$d/p.html" "$d/r" >/dev/null 2>&1
echo "the run says: $(grep -c 'division by zero' "$d/e") times; the page: $(grep -c 'division by zero' "$d/p.html"), compute.c:35 $(grep -c 'compute.c:35' "$d/p.html")"
for a in 4 n4; do echo "why $a:"; "$TRELLIS" why -n 4 "$d/r" $a 2>&1 | sed -n 1,3p; done
