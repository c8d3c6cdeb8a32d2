#!/bin/bash
# What calls, hops and booting cost stays within a factor of two of what docs/kernel.md expects, and no call
# becomes half as expensive again without anybody noticing.
[ -e "$(dirname "$TRELLIS")/node/kernel.elf" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }
cd "$(dirname "$0")/../.." || exit
temp=$(mktemp)
trap 'rm -f "$temp"' EXIT

programs/bench/kernel "$(dirname "$TRELLIS")" > "$temp" 2>&1
status=$?
[ $status = 0 ] && [ "$(grep -c ' expected ' "$temp")" = 5 ] && echo "ok 1 - hops, throughput and booting" || echo "not ok 1"

# Cost, at most (us), name
limits='35 a call
50 getroute
70 sem_signal and sem_wait
190 semaphores, to another thread and back
110 ksend and krecv, no bytes
195 nsend and nrecv by the buffer daemon, no bytes
120 kalloc and kfree
310 thread_start and thread_join
80 message of no bytes: a hop'
awk -v limits="$limits" '
	BEGIN { n = split(limits, limit, "\n") }
	{ for (i = 1; i <= n; i++) {
		split(limit[i], word, " ")
		name = substr(limit[i], length(word[1]) + 2)
		if (index($0, name) == 1 && $0 ~ / us/) {
			cost = $0
			sub(/ us.*/, "", cost)
			sub(/.* /, "", cost)
			good += cost > 0 && cost + 0 <= word[1] + 0
		}
	} }
	END { exit good != n }' "$temp" && echo "ok 2 - calls" || echo "not ok 2"
sed 's/^/# /' "$temp"
echo 1..2
