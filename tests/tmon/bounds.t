#!/bin/bash
# What a crash loses: of a node that crashes, what its neighbours have received of it and it has not told itself
# is at most its upper bound and one event more; of a run that is killed, nothing that was in the file.
. tests/tap.sh
touch "$tmp/diff"

echo 1..8

# run PREFIX SEED BOUNDS: the application whose nodes crash at task 49
run() {
	timeout 100 "$TRELLIS" run --monitor="$3" -s "$2" -b "$tmp/build" -p "$tmp/$1" \
		programs/simulated/dc.vms > "$tmp/said" 2>&1
}

# lost PREFIX: the most that a crashed node lost of its sends: received elsewhere, and not sent in the trace
lost() {
	sed -n 's/^node \([0-9]*\) halted by Error.*/\1/p' "$tmp/said" > "$tmp/crashed"
	awk 'FILENAME ~ /crashed/ { crashed[$1] = 1; n++; next }
		$3 == "send" { sent[$2, $4, $5, $6] = 1 }
		$3 == "recv" { received[$4, $2, $5, $6] = $4 }
		END { for (m in received) if ((received[m] in crashed) && !(m in sent)) lost[received[m]]++
			for (k in lost) if (lost[k] > most) most = lost[k]
			print (n > 0 ? most + 0 : "nobody crashed") }' "$tmp/crashed" "$tmp/$1.tvm"
}

for upper in 1 8 64; do
	for seed in 1 2; do
		run dc "$seed" "0,$upper,$upper"
		most=$(lost dc)
		[ "$most" -le $((upper + 1)) ]
		result $? "upper bound $upper, seed $seed: $most sends lost at most"
	done
done
[ "$most" -gt 2 ]
result $? "larger bounds do lose more"

# killed once the file has some blocks; the whole run has the same, and more
run whole 1 0,1,1
"$TRELLIS" run --monitor=0,1,1 -s 1 -b "$tmp/build" -p "$tmp/killed" programs/simulated/dc.vms > /dev/null 2>&1 &
pid=$!
while kill -0 $pid 2> /dev/null && [ "$(stat -c %s "$tmp/killed.all" 2> /dev/null || echo 0)" -lt 20000 ]; do
	sleep 0.01
done
kill -KILL $pid 2> /dev/null
wait $pid 2> /dev/null
size=$(stat -c %s "$tmp/killed.all")
cmp -n "$size" "$tmp/killed.all" "$tmp/whole.all" && "$TRELLIS" tvmfilter -p "$tmp/killed" 2> /dev/null &&
	[ "$(wc -l < "$tmp/killed.tvm")" -gt 100 ]
result $? "a run that was killed leaves a file that is whole as far as it goes"
