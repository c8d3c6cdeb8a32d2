#!/bin/bash
# trellis outcomes --continue: searches that are cut by --orders, by --time and by SIGINT, with one process and with three,
# have the report of one search; what has changed, is damaged, or would change the orders is refused.
. tests/tap.sh
here=tests/detrek/outcomes/node
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
export TRELLIS_RECORD=none
cuts=$tmp/cuts

dining() { # NAME THREADS MEALS
	"$TRELLIS" cc --kernel -g -DN="$2" -DMEALS="$3" -o "$tmp/$1.elf" $here/dining.c
}

go_on() { # OPTION...
	"$TRELLIS" outcomes "$@" --continue "$cuts" >"$tmp/found" 2>"$tmp/said"
}

all_of() { # OPTION... WORD...: the report of one search
	rm -rf "$cuts"
	"$TRELLIS" outcomes -o "$cuts" "$@" >"$tmp/all"
}

cut_often() { # NAME OPTION... WORD...: with cuts after 1 order, and after $more others, by one and by three processes
	all_of "${@:2}"
	for jobs in 1 3; do
		rm -rf "$cuts"
		"$TRELLIS" outcomes -j $jobs --orders 1 -o "$cuts" "${@:2}" >"$tmp/found" 2>"$tmp/said"
		for orders in $more; do
			go_on -j $jobs --orders "$orders"
		done
		is "$1, $jobs processes: not complete" "$(grep -c '^not complete: [0-9,]* orders' "$tmp/found") $(cat "$tmp/said")" \
			"1 trellis outcomes --continue $cuts goes on with the search"
		go_on -j $jobs
		is "... and at the end the same report as of one search" "$(cat "$tmp/found" "$tmp/said")" "$(cat "$tmp/all")"
		is "... with nothing left" "$(ls "$cuts/search" 2>/dev/null)" ""
	done
}

# ---- cuts ----

dining dining 3 2
more="3 7 20"
cut_often "semaphores" "$tmp/dining.elf"
cut_often "at most three delays" --delays 3 "$tmp/dining.elf"
printf 'topology star4\nnode n[0-3] type=T800 mem=1M\nhost h links=1\nwire h.0 n0.0\nwire n0.[1-3] n[1-3].0\nend\n' >"$tmp/star4.topo"
"$TRELLIS" cc --kernel -g -DREQUESTS=2 -o "$tmp/server.elf" $here/server.c
cut_often "messages" -t "$tmp/star4.topo" "n0-3:$tmp/server.elf"

more="1 2"
cut_often "values compared, each order searched for races" --compare x --races $here/ends.c

dining longer 4 2
all_of "$tmp/longer.elf"
for jobs in 1 3; do
	for try in 1 2 3 4 5; do # a busy machine may send the signal after the end
		rm -rf "$cuts"
		env --default-signal=INT "$TRELLIS" outcomes -j $jobs -o "$cuts" "$tmp/longer.elf" >"$tmp/found" 2>"$tmp/said" &
		await has_worked $! 0.2
		kill -INT $!
		wait $!
		status=$?
		grep -q '^complete: ' "$tmp/found" || break
	done
	is "SIGINT, $jobs processes: not complete" "$status $(grep -c '^not complete: ' "$tmp/found") $(cat "$tmp/said")" \
		"1 1 trellis outcomes --continue $cuts goes on with the search"
	go_on -j $jobs
	is "... and at the end the same report" "$(cat "$tmp/found")" "$(cat "$tmp/all")"
done

# ---- what is refused ----

refused() { # NAME MESSAGE OPTION...
	go_on "${@:3}"
	is "$1" "$? $(cat "$tmp/found" "$tmp/said")" "2 trellis: $2"
}

refused "a search that is complete" "$cuts: it has no interrupted search"
rm -rf "$cuts"
"$TRELLIS" outcomes --orders 5 -o "$cuts" "$tmp/dining.elf" >"$tmp/found" 2>&1
refused "other delays" "outcomes --continue: --delays=3 would change which orders are run" --delays 3
refused "random orders" "outcomes --continue: --sample=3 would change which orders are run" --sample 3
"$TRELLIS" outcomes --continue "$cuts" "$tmp/dining.elf" >"$tmp/found" 2>&1
is "a program" "$? $(cat "$tmp/found")" \
	"2 trellis: outcomes --continue: the search in $cuts has its program and its directory"
cp "$cuts/search" "$tmp/search"
dining dining 3 3
refused "another program of that name" "$cuts/search: the program, the kernel or the machine is not that of this search; begin a new one"
dining dining 3 2
head -c 1000 "$tmp/search" >"$cuts/search"
refused "a part of the file" "$cuts/search: damaged: its checksum is wrong"
echo >"$cuts/search"
refused "another file" "$cuts/search: not the state of a search by this version of trellis outcomes"
cp "$tmp/search" "$cuts/search"
go_on
is "none of these has changed it" "$(tail -1 "$tmp/found")" "complete: 90 orders, 1 outcome, 16 deadlocks of 1 kind"
echo "1..$n"
