#!/bin/bash
# A limit of memory is named, with what would do; a run that fits in it is as without it.
. tests/tap.sh
hello=$(dirname "$TRELLIS")/programs/hello.btl

limited() { # KILOBYTES COMMAND...
	(ulimit -v "$1" && shift && "$@") 2>&1
}
is "too little for all nodes" "$(limited 250000 "$TRELLIS" boot -t programs/ubc75.topo "$hello" | sed 's/of node n[0-9]*/of node N/')" \
	"trellis: out of memory for the 4194304 bytes of node N: this process may have 250000 KB of address space; raise that limit (ulimit -v)"
limited 250000 "$TRELLIS" boot -t programs/ubc75.topo "$hello" > "$tmp/out"
is "the exit status" $? 2
is "enough" "$(limited 250000 "$TRELLIS" boot "$hello")" "$("$TRELLIS" boot "$hello" 2>&1)"
echo "1..$n"
