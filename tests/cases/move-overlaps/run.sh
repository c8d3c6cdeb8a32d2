#!/bin/sh
# A move to its source + 4 repeats the first word: all eight words are zero.
d=$(mktemp -d); trap 'rm -rf "$d"' EXIT
"$TRELLIS" as --raw -o $d/o.btl "$(dirname "$0")/overlap.s" || exit 2
w=$("$TRELLIS" boot --raw $d/o.btl </dev/null 2>/dev/null | od -An -v -tx4 | tr -s ' \n' ' ')
echo "$w"; [ "$w" = " 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 " ] && echo ok
