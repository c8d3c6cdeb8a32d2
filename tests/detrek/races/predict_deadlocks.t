#!/bin/bash
# trellis races --predict: deadlocks that another order of a run's operations reaches, each shown by a forced run.
# PREDICT=FIRST,LAST says which random programs.
. tests/tap.sh
here=tests/detrek/races
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
IFS=, read -r first last <<<"${PREDICT:-$([ -n "$LONG" ] && echo 1,680 || echo 1,85)}"

record() { # NAME TOPOLOGY NODES OPTION...: compile, run and record a program whose deadlock the run does not show
	"$TRELLIS" cc --kernel -g -O0 -o "$tmp/$1.elf" "${@:4}" $here/node/deadlock/$1.c
	printf 'spread\nloadgo %s %s\n' "$3" "$tmp/$1" >"$tmp/script"
	rm -rf "$tmp/$1.rec" "$tmp/$1.rec.predicted"
	"$TRELLIS" shell --record "$tmp/$1.rec" "programs/$2.topo" "$tmp/script" >"$tmp/out" 2>&1
}

predict() { # NAME OPTION...: and its exit status as the last line
	"$TRELLIS" races --predict "${@:2}" "$tmp/$1.rec" >"$tmp/$1.found" 2>&1
	echo "status $?" >>"$tmp/$1.found"
}

blocks() { # NAME: the deadlocks, without addresses, with the places in the program itself
	sed -n '/^predicted deadlock of/,/shown by/p' "$tmp/$1.found" | grep -v 'shown by\|(thread.c:\|(threads.c:\|(process.c:\|(?)' |
		sed -E "s/(semaphore|channel) 0x8[0-9a-f]{7}/\1/; s|[^ (]*/$1.c|$1.c|"
}

line() { # NAME TEXT [N]: the line of the N-th place with a text
	grep -n "$2" $here/node/deadlock/$1.c | sed -n "${3:-1}s/:.*//p"
}

counts() { # NAME: what the last lines say
	sed -n 's/^deadlocks: kinds/kinds/p; /^\(no \)\?predicted deadlock.* [0-9w]/p; /^status/p' "$tmp/$1.found" | grep -v ' of [0-9]* thread' | paste -sd' '
}

one="kinds 1 seen 0 shown 1 possible 0; forced runs 1 of at most 100, 1 kept predicted deadlocks 1 status 1"
none="kinds 0 seen 0 shown 0 possible 0; forced runs 0 of at most 100, 0 kept no predicted deadlock was shown status 0"

# ---- locks ----

record locks single n0
predict locks
inner=$(line locks 'mtx_lock(inner)')
is "locks in opposite order: who waits for what, and where" "$(blocks locks)" "predicted deadlock of 2 threads
  0.2 waits in the kernel for semaphore (b.free at locks.c:$(line locks 'static mtx_t')), held by 0.3
    add (locks.c:$inner)
    first (locks.c:$(line locks 'add(&a, &b)'))
  0.3 waits in the kernel for semaphore (a.free at locks.c:$(line locks 'static mtx_t')), held by 0.2
    add (locks.c:$inner)
    second (locks.c:$(line locks 'add(&b, &a)'))
  so 0.1 waits for the end of 0.2
  so 0.4 waits in the kernel for semaphore (a.free at locks.c:$(line locks 'static mtx_t')), held by 0.2
  2 states with it can be reached"
is "... one kind, wherever the third thread is" "$(counts locks)" "$one"
is "... which the run itself does not show" "$(grep -c '^no races in this run$\|^no predicted race was shown$' "$tmp/locks.found") $(
	grep -c '^deadlock: all' "$tmp/locks.found")" "2 0"
"$TRELLIS" races "$tmp/locks.rec.predicted/1" >"$tmp/diff"
is "the recording of the forced run has the deadlock by itself" "$? $(grep -c '^deadlock: all processes are waiting$' "$tmp/diff") $(
	sed -n 's/.*waits for semaphore .* (\([ab]\).free .*/\1/p' "$tmp/diff" | sort | paste -sd' ')" "1 1 a b"
"$TRELLIS" why "$tmp/locks.rec.predicted/1" >"$tmp/diff" 2>&1
is "... and why begins with it" "$(sed -n 2p "$tmp/diff")" "deadlock: all processes are waiting"
"$TRELLIS" replay "$tmp/locks.rec.predicted/1" >"$tmp/diff" 2>&1
result $? "... and it is replayed"
"$TRELLIS" shell --sync-order "$tmp/locks.rec.predicted/1.order" programs/single.topo "$tmp/script" >"$tmp/diff" 2>&1
is "its order, forced on another run, leads there" "$? $(grep -o 'all [0-9]* operations in this order' "$tmp/diff" | sed 's/[0-9]\+/N/')" \
	"1 all N operations in this order"
mv "$tmp/locks.rec.predicted" "$tmp/first"
cp "$tmp/locks.found" "$tmp/once"
predict locks
is "the same again" "$(diff "$tmp/once" "$tmp/locks.found" 2>&1 && diff -r "$tmp/first" "$tmp/locks.rec.predicted" 2>&1)" ""
predict locks --json -o "$tmp/json"
is "JSON: the same" "$(sed '$d' "$tmp/locks.found" | python3 -c '
import json, sys
d = json.load(sys.stdin)["predicted"]["deadlocks"]
print(d["complete"], d["kinds"], d["seen"], d["found"], d["runs"], d["kept"], d["possible"])
for s in d["shown"]:
    print(s["states"], [(t["thread"], t["stack"][0]["function"], t["stack"][0]["place"]["line"]) for t in s["threads"]],
          [t["thread"] for t in s["others"]], s["order"].split("/")[-2:], s["recording"].split("/")[-2:])')" \
	"True 1 0 1 1 1 []
2 [('0.2', 'add', $inner), ('0.3', 'add', $inner)] ['0.1', '0.4'] ['json', '1.order'] ['json', '1']"

# ---- philosophers: MEALS ^ N states ----

for size in "2 1" "3 1" "3 2" "4 2"; do
	read -r philosophers meals <<<"$size"
	record philosophers single n0 -DN=$philosophers -DMEALS=$meals
	predict philosophers
	is "$philosophers philosophers, $meals meals" "$(counts philosophers) $(grep -c '    eat (philosophers.c' "$tmp/philosophers.found") $(
		sed -n 's/^  \([0-9]*\) states\? with it.*/\1/p' "$tmp/philosophers.found")" "$one $philosophers $((meals ** philosophers))"
done
is "as brute force has it" "$(python3 -B $here/philosophers.py)" "2 x 1: orders 2 deadlocks 1 states 1
3 x 1: orders 6 deadlocks 1 states 1
3 x 2: orders 90 deadlocks 16 states 8
4 x 2: orders 786 deadlocks 45 states 16"

# ---- others: a count, a channel, messages between nodes ----

record turns single n0
predict turns
is "a signal for one of two takers" "$(blocks turns)" "predicted deadlock of 2 threads
  0.2 waits in the kernel for semaphore (full at turns.c:$(line turns 'static Semaphore full\[1\]'))
    quick (turns.c:$(line turns 'sem_wait(FULL(0))'))
  0.4 waits in the kernel for semaphore (again at turns.c:$(line turns 'static Semaphore again'))
    giver (turns.c:$(line turns 'sem_wait(&again)'))
  so 0.1 waits for the end of 0.2
  1 state with it can be reached"
record rendezvous single n0
predict rendezvous
is "a channel and a lock" "$(blocks rendezvous | grep -v t800.h)" "predicted deadlock of 2 threads
  0.2 waits in the kernel for semaphore (lock at rendezvous.c:$(line rendezvous 'static Semaphore lock')), held by 0.3
    giver (rendezvous.c:$(line rendezvous 'sem_wait(&lock)'))
  0.3 waits for a channel
    taker (rendezvous.c:$(line rendezvous 'channel_in_word' 2))
  so 0.1 waits for the end of 0.2
  1 state with it can be reached"
record cross pair n0-1
predict cross
is "messages between two nodes" "$(blocks cross)" "predicted deadlock of 2 threads
  0.2 waits in the kernel to receive (10, 1)
    receive (cross.c:$(line cross 'nrecv'))
    rows (cross.c:$(line cross 'receive(ROW)' 2))
  1.1 waits in the kernel to receive (11, 1)
    receive (cross.c:$(line cross 'nrecv'))
    main (cross.c:$(line cross 'receive(DONE)'))
  so 0.1 waits for the end of 0.2
  1 state with it can be reached"
"$TRELLIS" races "$tmp/cross.rec.predicted/1" >"$tmp/diff"
is "... whose recording has it by itself" "$? $(grep -c '^deadlock: all processes are waiting$' "$tmp/diff")" "1 1"

# ---- a run that ends in its deadlock: it is not predicted ----

record again single n0
predict again
is "a deadlock that the run itself has" "$(grep -c '^deadlock: all processes are waiting$' "$tmp/again.found") $(counts again |
	sed -E 's/kinds ([0-9]*) seen \1 /all seen /')" \
	"1 all seen shown 0 possible 0; forced runs 0 of at most 100, 0 kept no predicted deadlock was shown status 1"

# ---- the same without a deadlock ----

for program in locks:single:n0 philosophers:single:n0:-DN=3:-DMEALS=2 turns:single:n0 rendezvous:single:n0 cross:pair:n0-1; do
	IFS=: read -ra words <<<"$program"
	record "${words[@]}" -DMENDED
	predict ${words[0]}
	is "${words[0]}, mended: none" "$(counts ${words[0]})" "$none"
	[ -d "$tmp/${words[0]}.rec.predicted" ]
	is "... and nothing is left behind" $? 1
done

# What waits on condition variables rests on data: the program does not come to those states.
record conditions single n0
predict conditions
is "condition variables: none, and the others are only possible" "$(sed -n 's/^deadlocks: kinds [1-9][0-9]* seen 0 shown 0 possible [1-9].*/possible/p
	s/^no predicted deadlock was shown$/none/p; s/^status //p' "$tmp/conditions.found" | paste -sd' ')" "possible none 0"
is "... for reasons that are told" "$(sed -n 's/^  not shown: //p' "$tmp/conditions.found" |
	grep -v '^a forced run kept the order, but \|^what the threads do depends on data')" ""
is "... with what the threads would wait for, and where" "$(sed -n 's/^  0\.[0-9] waits for 0\.sem-[0-9a-f]* (\([a-z]*\)\.signalled at [^ ]*conditions.c:[0-9]*) at [^ ]*conditions.c:[0-9]*$/\1/p' \
	"$tmp/conditions.found" | sort -u | paste -sd' ')" "room some"
is "... of which those of other threads for the same are counted" "$(grep -c '^possible deadlock' "$tmp/conditions.found") $(
	sed -n 's/^  and \(.*\)/\1/p' "$tmp/conditions.found")" "2 1 more kind in which other threads wait for the same"
predict conditions --runs 1
is "a bound on the runs is told" "$(grep -o 'deadlocks: .*forced runs 1 of at most 1,' "$tmp/conditions.found" | sed 's/.*; //') $(
	grep -c '^  not shown: an order leads there, but no forced run was left for it' "$tmp/conditions.found" | sed 's/[1-9][0-9]*/N/')" \
	"forced runs 1 of at most 1, N"

for mode in waits messages; do
	python3 -B $here/predict.py "$TRELLIS" "$tmp" $first $([ $mode = messages ] && echo $((last / 2)) || echo $last) $mode >"$tmp/diff" 2>&1
	result $? "random programs with $mode: as a model says that was written apart"
	sed 's/^/# /' "$tmp/diff"
done
echo "1..$n"
