#!/bin/sh
# A word that is stored at an odd address is named; -fcheck stops there.
t=$(mktemp); for x in "" -fcheck "-fsanitize=alignment -fsanitize-trap=alignment"; do echo "[$x]"; "$TRELLIS" cc -O1 $x "$(dirname "$0")/u.c" -o $t && "$TRELLIS" boot -u 1s $t 2>&1; done; rm $t
