#!/bin/bash
# A run in a window outlives its display, ends by itself, and has the closing lines of one without.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-view" ] || { echo "1..0 # SKIP no window"; exit; }
type -P Xvfb > /dev/null || { echo "1..0 # SKIP no Xvfb"; exit; }
run=(run -b "$tmp/build" --nodes 7 programs/queens/queens.vms -o "$tmp/out")
plain=$($TRELLIS "${run[@]}" 2>&1 | grep fingerprint)
Xvfb -displayfd 3 -screen 0 1280x800x24 3> "$tmp/display" > /dev/null 2>&1 &
server=$!
await test -s "$tmp/display"
DISPLAY=:$(cat "$tmp/display") SDL_VIDEODRIVER=x11 $TRELLIS "${run[@]}" --view > "$tmp/said" 2>&1 &
run=$!
await grep -qs "Final Report" "$tmp/said" # the run is over, and its window stays
kill $server
wait $run
is "it ends by itself" $? 0
is "with its closing lines" "$(grep fingerprint "$tmp/said")" "$plain"
is "after a warning" "$(grep 'display is lost' "$tmp/said")" \
	"trellis: warning: the display is lost; the run continues without it"
echo "1..$n"
