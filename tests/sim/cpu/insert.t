#!/bin/bash
# An instruction that is inserted among the others, with its rows in the guards' tables: it works as they say, and nothing
# else changes.
. tests/inserted.sh tests/sim/cpu/inserted.patch
build/trellis dis --table | grep -q '^twice '
result $? "the instruction is there"
tests_pass sim/cpu/{chips,cycles,asm,model,translate,conformance} cc/isa/isa cc/dis/dis cc/as/as detrek/flowback/why \
	detrek/debug/sessions
cd /
echo "1..$n"
