#!/bin/bash
# docs/gallery.md: every run of it, and what the tools answer.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -x "$build/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
[ -x "$build/trellis-view" ] || { echo "1..0 # SKIP no window (Debian: libsdl2-dev)"; exit; }
export SDL_VIDEODRIVER=dummy
page=$PWD/docs/gallery.md model=$PWD/tests/docs/tutorial.py
cp -r programs "$tmp" && cd "$tmp" && PATH=$build:$PATH python3 "$model" "$page"
