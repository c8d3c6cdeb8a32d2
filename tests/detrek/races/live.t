#!/bin/bash
# trellis races of recorded runs: threads of a program on one node.
. tests/tap.sh
here=tests/detrek/races
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

run() { # PROGRAM RECORDING ARGUMENT...: run and record
	printf 'spread\nloadgo n0 %s -- %s\n' "$tmp/$1" "${*:3}" >"$tmp/script"
	"$TRELLIS" shell --record "$tmp/$2.rec" programs/single.topo "$tmp/script" >"$tmp/$2.out" 2>&1
}

record() { # PROGRAM OPTION...: compile, run and record
	"$TRELLIS" cc --kernel -g -o "$tmp/$1.elf" "${@:2}" && run $1 $1
}

record clean -O1 $here/node/sum.c
"$TRELLIS" races "$tmp/clean.rec" >"$tmp/found" 2>&1
is "a program whose accesses are all under a lock" "$? $(tail -1 "$tmp/found")" "0 no races in this run"

record racy -O1 -DRACY $here/node/sum.c
"$TRELLIS" races "$tmp/racy.rec" >"$tmp/found" 2>&1
echo "status $?" >>"$tmp/found"
# which threads are the first to race depends on the kernel's timing
sed -i '/^threads\|^segments/d; s/before instruction [0-9]*/before instruction N/; s/0x8[0-9a-f]*/ADDRESS/; s/0\.[0-9]/0.N/; s/(thread\.c:[0-9]*)/(thread.c:LINE)/' "$tmp/found"
diff $here/sum.out <(LC_ALL=C sort -u "$tmp/found") >"$tmp/diff"
result $? "two variables without a lock: lines and stacks"
is "the same in JSON" "$("$TRELLIS" races --json "$tmp/racy.rec" | python3 -c '
import json, sys
for r in json.load(sys.stdin)["races"]:
    print(r["variable"], *sorted((r[w]["access"], r[w]["place"]["line"], r[w]["stack"][0]["function"]) for w in ("first", "second")))')" \
	"other ('load', 21, 'add') ('store', 21, 'add')
sum ('load', 38, 'work') ('store', 18, 'add')"

# The same trace as text, and its semaphores.
"$TRELLIS" export mtr -o "$tmp/racy.mtr" "$tmp/racy.rec"
"$TRELLIS" races "$tmp/racy.rec" >"$tmp/found"
"$TRELLIS" races --summary --method=recplay "$tmp/racy.mtr" >"$tmp/text"
segments() { # FILE: less what is stored: a text does not say when threads are begun
	sed -n 's/^segments //; s/maxlist [0-9]* //p' "$1"
}
is "the trace as text has the same segments" "$(segments "$tmp/text")" "$(segments "$tmp/found")"
is "... and races on the words that were reported" "$(sed -n 's/^race 0:\([^ ]*\).*/\1/p' "$tmp/text" | sort -u)" \
	"$(sed -n 's/^race on .* 0x\([^ ]*\) of n0$/\1/p' "$tmp/found" | sort -u)"
operations=$(sed -n 's/.* operations \([0-9]*\) .*/\1/p' "$tmp/found")
"$TRELLIS" order --method=observed "$tmp/racy.rec" >"$tmp/orders"
locks=$(grep -c "^sem .* 1$" "$tmp/racy.mtr") # free at first
is "trellis order of a recording: its operations, and a signal for each lock" \
	"$(grep -c ^stamp "$tmp/orders") $(grep -c '^stamp start' "$tmp/orders")" "$((operations + locks)) $locks"
is "... a thread's first wait is for main's signal that starts it" "$(grep -c '^must 0.1.[1-4] -> 0.[2-5].1$' "$tmp/orders")" 4

brute=${build:-build}/tests/detrek/races/brute_live
for how in WAITING HELD RACY; do
	record talk -O1 -D$how $here/node/talk.c
	"$brute" "$tmp/talk.rec" >"$tmp/diff" 2>&1
	is "messages and channels, $how: as brute force" "$(cut -d' ' -f1 "$tmp/diff")" same
	is "messages and channels, $how: races on" "$("$TRELLIS" races "$tmp/talk.rec" | sed -n 's/^race on \([a-z_]*\).*/\1/p' | sort -u | paste -sd,)" \
		"$([ $how != RACY ] || echo by_channel,by_message)"
done

# Each synchronisation of the suite left out in turn: the pairs of instructions that brute force over all accesses finds.
while read -r name size points; do
	"$TRELLIS" cc --kernel -O2 -g -o "$tmp/$name.elf" programs/splash/$name.c programs/splash/team.c
	run $name $name 4 $size
	is "$name as it is has no race" "$("$brute" "$tmp/$name.rec" 2>&1)" "same 0 pairs"
	"$TRELLIS" races "$tmp/$name.rec" | awk '/^segments/ { exit !($5 < $3 / 4 || $5 < 40) }'
	result $? "... and few of its segments are stored"
	for point in $points; do
		run $name $name -without ${point%:*} 4 $size
		"$brute" "$tmp/$name.rec" >"$tmp/diff" 2>&1
		is "$name without ${point%:*}: as brute force" "$(cut -d' ' -f1 "$tmp/diff")" same
		[ "${point#*:}" = "$point" ] && continue # whether there is a race depends on the threads' turns
		"$TRELLIS" races --limit=0 "$tmp/$name.rec" >"$tmp/diff"
		grep -q "^race on ${point#*:}\>" "$tmp/diff"
		result $? "$name without ${point%:*}: a race on ${point#*:}"
	done
done <<PROGRAMS
lu 24 1:a 2:a 100:a
radix 300 1:sum 2:key 3:key 4:sum 100
raytrace 16 1:next_tile 2:rays 100:picture
fft 32 1:data 2:data 100
ocean 12 2:change 3:change
water 32 1:molecule 2:energy 3:molecule 4:molecule 100
barnes 16 1:nsquares 2:square 4:square 5:square 6 100
cholesky 24 1:queue 2:queue 3 4:done 100
PROGRAMS
echo "1..$n"
