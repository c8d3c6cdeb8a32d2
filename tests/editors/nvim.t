#!/bin/bash
# Neovim with nvim-dap, whose directory is $NVIM_DAP; without them the test is skipped. Neovim 0.7 of Debian 12 needs its version 0.6.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
command -v nvim > "$tmp/where" || { echo "1..0 # SKIP no Neovim (Debian: neovim)"; exit; }
[ -d "$NVIM_DAP/lua/dap" ] || { echo "1..0 # SKIP no nvim-dap in the directory \$NVIM_DAP"; exit; }

cp -r tests/detrek/debug/sums "$tmp/sums"
(cd "$tmp/sums" && "$TRELLIS" run --record sums.rec -o /dev/null sums.vms) > "$tmp/run" 2>&1
is "the run has ended" "$?" 0
TRELLIS=$(realpath "$TRELLIS")
export TRELLIS RECORDING=$tmp/sums/sums.rec SOURCE=$tmp/sums/compute.c SAID=$tmp/said
nvim_session() {
	HOME=$tmp nvim --headless --clean --cmd "set rtp+=$NVIM_DAP" -c "luafile tests/editors/nvim.lua" -c cquit > "$tmp/nvim" 2>&1
	cat "$SAID"
}
expect "what the user sees" 0 nvim_session <<'END'
stopped: entry
place: none
stopped: breakpoint
place: compute_fn:43
total: 93
stopped: breakpoint
total: 1000
stopped: step
place: compute_fn:42
stopped: breakpoint
place: compute_fn:43
total: 93
why: total = 93
set: 7
total: 7
stopped: goto
stopped: goto
stopped: entry
ended
END
echo "1..$n"
