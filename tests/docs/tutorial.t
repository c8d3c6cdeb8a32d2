#!/bin/bash
# docs/tutorial.md: every command of it, and what it prints.
. tests/tap.sh
page=$PWD/docs/tutorial.md model=$PWD/tests/docs/tutorial.py
cd "$tmp" && PATH=$(dirname "$TRELLIS"):$PATH python3 "$model" "$page"
