#!/bin/bash
# trellis races --predict: races that another order of a run's operations shows, each by a forced run.
# PREDICT=FIRST,LAST says which random programs.
. tests/tap.sh
here=tests/detrek/races
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
IFS=, read -r first last <<<"${PREDICT:-$([ -n "$LONG" ] && echo 1,400 || echo 1,70)}"

record() { # NAME OPTION...: compile, run and record a program whose race the run does not show
	"$TRELLIS" cc --kernel -g -o "$tmp/$1.elf" "${@:2}" $here/node/hidden/$1.c
	printf 'spread\nloadgo n0 %s\n' "$tmp/$1" >"$tmp/script"
	rm -rf "$tmp/$1.rec.predicted"
	"$TRELLIS" shell --record "$tmp/$1.rec" programs/single.topo "$tmp/script" >"$tmp/out" 2>&1
}

predict() { # NAME OPTION...: and its exit status as the last line
	"$TRELLIS" races --predict "${@:2}" "$tmp/$1.rec" >"$tmp/$1.found" 2>&1
	echo "status $?" >>"$tmp/$1.found"
}

lines() { # NAME: the lines of the first predicted race
	awk '/^predicted race/ { on = 1 } on && / at .*before/ { sub(/,$/, "", $4); print $4 } /shown by/ { exit }' "$tmp/$1.found" | sort -u | paste -sd' '
}

for program in lock queue rounds; do
	record $program -O0
	predict $program
	is "$program: the run does not show its race, but another order does" \
		"$(grep -c '^no races in this run$' "$tmp/$program.found") $(tail -1 "$tmp/$program.found")" "1 status 1"
done
is "lock: the race, its lines" "$(sed -n 's/^predicted \(race on [^,]*\),.*/\1/p' "$tmp/lock.found") $(lines lock)" \
	"race on x (lock.c:6) lock.c:13 lock.c:31"
is "rounds: likewise" "$(sed -n 's/^predicted \(race on value\)\[[01]\] .*/\1/p' "$tmp/rounds.found") $(lines rounds)" \
	"race on value rounds.c:29 rounds.c:31"
grep -q '^predicted race on head' "$tmp/queue.found"
result $? "queue: the index of both consumers"
"$TRELLIS" races "$tmp/lock.rec.predicted/1" >"$tmp/diff"
is "the recording of the forced run has the race by itself" "$? $(sed -n 's/^\(race on [^,]*\),.*/\1/p' "$tmp/diff")" \
	"1 race on x (lock.c:6)"
"$TRELLIS" replay "$tmp/lock.rec.predicted/1" >"$tmp/diff" 2>&1
result $? "... and is replayed"
printf 'spread\nloadgo n0 %s\n' "$tmp/lock" >"$tmp/script"
"$TRELLIS" shell --sync-order "$tmp/lock.rec.predicted/1.order" programs/single.topo "$tmp/script" >"$tmp/diff" 2>&1
grep -q 'all [0-9]* operations in this order' "$tmp/diff"
result $? "its order can be forced on any run"
mv "$tmp/lock.rec.predicted" "$tmp/first"
cp "$tmp/lock.found" "$tmp/once"
predict lock
is "the same again" "$(diff "$tmp/once" "$tmp/lock.found" 2>&1 && diff -r "$tmp/first" "$tmp/lock.rec.predicted" 2>&1)" ""

record freed -O2
predict freed
is "freed: found in the run, or shown" "$(grep -c '^race on byte 4\|^predicted race on byte 4' "$tmp/freed.found") $(tail -1 "$tmp/freed.found")" \
	"1 status 1"

# Readers that overlap do other operations than those of the run. That is not searched, and told.
record readers -O0
predict readers
is "readers: what is not considered is told" "$(grep -c '^ordered: whenever the threads do the operations of this run' "$tmp/readers.found")" 1

for program in lock:0 queue:0 rounds:0 freed:2 readers:0; do
	name=${program%:*}
	record $name -O${program#*:} -DMENDED
	predict $name
	is "$name, mended: no race" "$(grep -c '^race\|^predicted race' "$tmp/$name.found") $(tail -1 "$tmp/$name.found")" "0 status 0"
	is "... and what is only possible rests on data" "$(sed -n 's/^  not shown: //p' "$tmp/$name.found" |
		grep -v '^a forced run kept the order, but its threads did not make both\|did not wait for each other there\|had no answers to it$\|^what the threads do depends on data')" ""
	[ -d "$tmp/$name.rec.predicted" ]
	is "... and nothing is left behind" $? 1
done

# Threads on two nodes.
for how in HIDDEN MENDED; do
	"$TRELLIS" cc --kernel -g -O1 -D$how -o "$tmp/pair.elf" $here/node/hidden/pair.c
	printf 'spread\nloadgo n0-1 %s\n' "$tmp/pair" >"$tmp/script"
	rm -rf "$tmp/pair.rec.predicted"
	"$TRELLIS" shell --record "$tmp/pair.rec" programs/pair.topo "$tmp/script" >"$tmp/out" 2>&1
	predict pair
	is "two nodes, $how" "$(grep -c '^no races in this run' "$tmp/pair.found") $(lines pair) $(tail -1 "$tmp/pair.found")" \
		"1 $([ $how = MENDED ] || echo pair.c:49 pair.c:65) status $([ $how = MENDED ]; echo $?)"
done

record queue -O0
predict queue --runs 1
is "a bound on the runs is told" "$(grep -o '^searches.*forced runs 1 of at most 1,' "$tmp/queue.found" | sed 's/.*; //') $(
	grep -c 'an order leads there, but no forced run was left for it' "$tmp/queue.found" | sed 's/[1-9][0-9]*/N/')" "forced runs 1 of at most 1, N"

record many -O1
predict many
is "too many operations are not searched, and that is said" "$(grep -c '^not searched: [0-9]* events are more than 15000$' "$tmp/many.found") $(
	tail -1 "$tmp/many.found")" "1 status 0"

# Mistakes, and a directory of the user.
record lock -O0 -DMENDED
mkdir "$tmp/empty"
predict lock -o "$tmp/empty"
is "an empty directory stays, if no race is shown" "$(ls -d "$tmp/empty")" "$tmp/empty"
record lock -O0
mkdir "$tmp/mine"
echo mine >"$tmp/mine/file"
expect "a directory with other files" 2 "$TRELLIS" races --predict -o "$tmp/mine" "$tmp/lock.rec" <<X
trellis: $tmp/mine: the directory for recordings is not empty; remove it, or name another one with -o
X
is "... which keeps them" "$(ls "$tmp/mine")" file
expect "options that need it" 2 "$TRELLIS" races --runs 3 "$tmp/lock.rec" <<X
trellis: -o and --runs are for predicted races: add --predict
X
expect "a trace" 2 "$TRELLIS" races --predict tests/detrek/data/004/mem06.mtr <<X
trellis: races: --predict is for recordings
X
predict lock -o "$tmp/kept"
expect "a run that was forced itself" 2 "$TRELLIS" races --predict "$tmp/kept/1" <<X
trellis: $tmp/kept/1: the run was forced into an order, so it cannot be forced into others; record one without --sync-order
X

python3 -B $here/predict.py "$TRELLIS" "$tmp" $first $last >"$tmp/diff" 2>&1
result $? "random programs: as a model says that was written apart"
sed 's/^/# /' "$tmp/diff"
echo "1..$n"
