#!/bin/bash
# Bad messages of the Debug Adapter Protocol, among them one of 100 MB: an error each, and the session goes on.
. tests/tap.sh
. tests/golden.sh
here=tests/detrek/debug/protocol
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

echo 'int total = 3; int main(void) { return total; }' > "$tmp/three.c"
"$TRELLIS" cc -O0 -g -o "$tmp/three.elf" "$tmp/three.c"
"$TRELLIS" boot --record "$tmp/run" "$tmp/three.elf" 2> "$tmp/err"
is "a recorded run" "$?" 3
python3 $here/bad.py "$tmp/run" | "$TRELLIS" debug --dap > "$tmp/said" 2> "$tmp/err"
is "the session ends" "${PIPESTATUS[1]} $(cat "$tmp/err")" "0 "
tr -d '\r' < "$tmp/said" | sed 's/Content-Length: [0-9]*$//' | grep -oE '"output":"trellis[^}]*|"request_seq":.*' | sed -E 's/,"seq":[0-9]+\}//' > "$tmp/found"
golden $here/bad.out "an answer to each"
echo "1..$n"
