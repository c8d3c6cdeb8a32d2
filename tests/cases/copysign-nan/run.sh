#!/bin/sh
# The sign that copysignf gives to a NaN is kept (C11 F.10.8.1).
t=$(mktemp); "$TRELLIS" cc "$(dirname "$0")/c.c" -o $t && "$TRELLIS" boot $t 2>/dev/null; rm $t
