#!/bin/bash
# README.md: its commands, and what it shows of their output; the application that crashes is the tutorial's.
. tests/tap.sh
page=$PWD/README.md model=$PWD/tests/docs/tutorial.py files=$PWD/docs/tutorial.md
cd "$tmp" && PATH=$(dirname "$TRELLIS"):$PATH python3 "$model" "$page" "$files"
