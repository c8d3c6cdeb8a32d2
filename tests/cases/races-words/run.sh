#!/bin/sh
# `on N words` counts words, not accesses.
here=$(cd "$(dirname "$0")" && pwd); top=$PWD; t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" run --topo "$top/programs/single.topo" --record "$t/rec" "$here/jobs.c" >/dev/null 2>&1
"$TRELLIS" races "$t/rec" | grep 'on .* words'
"$TRELLIS" export mtr -o "$t/m.mtr" "$t/rec"; echo "truth: $("$TRELLIS" races --summary --method recplay --limit 0 "$t/m.mtr" | awk '/^race /{print $2}' | sort -u | wc -l) words"
