# golden.sh - read in by test scripts after tap.sh: compares results with files that are kept in the
# tree. tests/remake makes these files again.

# plain: without what a change of the kernel's size or speed changes: times, counts of instructions, addresses and words
# that are addresses, the numbers of processes, lines of the system's sources, directories.
plain() {
	sed -E "s#$PWD/##g; s#$tmp/##g; s#\b[0-9]+(\.[0-9]+)?[mun]?s\b#TIME#g; s#0x[0-9a-f]+|-?\b(214[3-9]|215[01])[0-9]{6}\b#ADDRESS#g
		s#before instruction [0-9]+#before instruction N#; s#[0-9]+ (instructions|cycles|bytes of code)#N \1#g; s#pid [0-9]+#pid P#g
		s#\b(thread|semaphore|channel) [0-9a-f]{8}\b#\1 ADDRESS#g
		s#(^|[ (])((trek|kernel|tmon|build/node)/[^ :]*):[0-9]+#\1\2:LINE#g" | sed -E '/:LINE$/ { n; s#^[0-9]+\t#LINE\t# }'
}

# any_node: without the names of nodes other than n0, who waits there, and the numbers of threads: which node gets a task
# depends on times.
any_node() {
	sed -E '/^  n[1-9][0-9]* .* waits /d; s#\bnode n[1-9][0-9]*\b#node N#g; s#^\[0\.[0-9]+ #[0.P #; s#^\[[1-9][0-9]*\.[0-9]+ #[N.P #; s#^(\[.* for )[1-9][0-9]*\.[0-9]+\]#\1N.P]#'
}

# golden FILE NAME: what is in $tmp/found is as in FILE
golden() {
	[ -z "$UPDATE" ] || cp "$tmp/found" "$1"
	diff "$1" "$tmp/found" > "$tmp/diff"
	result $? "$2"
}
