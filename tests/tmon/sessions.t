#!/bin/bash
# The sessions of Lin's thesis (1993, chapter 6), live: the same commands in the shell, on the UBC machine.
# When a node crashes that others lie behind, what those still have noted cannot come any more; so the
# crash sessions are taken with one seed after the other until only leaves of the tree crash, as there.
# LONG: the second one crashes in task 500 of its 1000, as there; otherwise in task 100.
. tests/tap.sh
touch "$tmp/diff"
topology=$PWD/programs/ubc75.topo
crash=100
[ -n "$LONG" ] && crash=500

echo 1..15

# make_programs VMS DIR [OPTIONS]: master and slave
make_programs() {
	local vms=$1 dir=$2
	shift 2
	"$TRELLIS" run --make "$@" -b "$dir" "programs/$vms" && cp "$(dirname "$TRELLIS")/node/nodemon.elf" "$dir"
}

# session DIR [OPTIONS] < SCRIPT: what the shell says
session() {
	local dir=$1
	shift
	(cd "$dir" && cat > script && "$TRELLIS" shell -r . "$@" "$topology" script 2>&1)
}

# table PREFIX SPECIFICATION: of detrek, without its heading
table() {
	echo "$2" > "$1.spf"
	"$TRELLIS" tvmfilter -p "$1" && "$TRELLIS" detrek -cp "$1" | grep -v TASK
}

# crashed SAID: the nodes that `stats` has seen halted, by the places that `spread -v` has told
crashed() {
	awk '$2 == "is" { node[$3] = substr($1, 2) } /halted by Error$/ { print node[$1 ","] }' <<< "$1" | sort -n
}

# until_leaves SESSION FIRST [ARGUMENTS]: sessions until none of the crashed is before FIRST; $said is the last one's
until_leaves() {
	local take=$1 first=$2 seed
	shift 2
	for seed in {1..20}; do
		said=$("$take" "$seed" "$@")
		[ "$(crashed "$said" | head -1)" -ge "$first" ] && return
	done
}

# nodes TASK TABLE: that its rows name
nodes() {
	awk -v task="$1" '$1 == task { print $3 }' <<< "$2" | sort -nu
}

# ---- the first session: 100 tasks on 8 nodes ----

make_programs simulated/dc.vms "$tmp/dc" --monitor
cp programs/simulated/dc.dat "$tmp/dc"
first_session() {
	session "$tmp/dc" -s "$1" <<'END'
spread -vSc bnail.btree_32.02
loadgo n0-7 nodemon
hostmon n0-7 -e data &
loadgo n4-7 slave
loadgo n1-3 slave -- last
loadgo n0 master -- 8 100 dc.dat
monctrl -b n0-7
run-until +8s
state n0-7
stats
monctrl -q
END
}

until_leaves first_session 4
rows=$(table "$tmp/dc/data" "8 2 100 2 5")
grep -q '^soldering...$' <<< "$said"
result $? "the first session is taken"
grep -q '^n[0-3] \[[0-9]*\] [0-9]* [01] BR (-91009, 0) nodemon$' <<< "$said"
result $? "the monitors wait as they did there"
[ "$(sed -n 2p <<< "$rows" | cut -d' ' -f1)" = 49 ]
result $? "the first failing task is 49"
[ -n "$(crashed "$said")" ] && [ "$(nodes 49 "$rows")" = "$(crashed "$said")" ]
result $? "its rows name exactly the nodes that were computing it"
grep -q '^49.*comp_fn()$' <<< "$rows" && ! grep '^49' <<< "$rows" | grep -qv 'comp_fn()$'
result $? "all of them in comp_fn()"
"$TRELLIS" detrek --cause -p "$tmp/dc/data" | sed -n '3,/^Failure/p' | head -"$(crashed "$said" | wc -l)" > "$tmp/causes"
[ "$(awk '$1 == 49 && $4 == "comp_fn()" { print $3 }' "$tmp/causes" | sort -n)" = "$(crashed "$said")" ]
result $? "and stand first among the causes"
grep -Eq '^n[0-9,-]+ did not answer' <<< "$said" && [ -s "$tmp/dc/data.config" ]
result $? "nodes that crashed do not answer"

# ---- the second session: 1000 tasks on 16 nodes, with bad bounds and good ones ----

make_programs simulated/dc.vms "$tmp/dc1000" --monitor
cat > "$tmp/dc1000/dc.dat" <<END
0 20 10 0 4000 1000 0 10 10 0 100 10 0 100 10 0
$crash 20 10 0 4000 1000 4 10 10 0 100 10 0 100 10 0
$((crash + 1)) 20 10 0 4000 1000 0 10 10 0 100 10 0 100 10 0
END

# thousand SEED BOUNDS TIME: the session until that time
thousand() {
	session "$tmp/dc1000" -s "$1" <<END
spread -vSc bnail.btree_32.02
loadgo n0-15 nodemon
hostmon n0-15 -e data &
loadgo n8-15 slave
loadgo n1-7 slave -- last
loadgo n0 master -- 16 1000 dc.dat
monctrl -b n0-15 $2
run-until +$3
stats
monctrl -q
END
}

said=$(thousand 1 "1000000 64 256" $((crash / 100 + 1))s)
rows=$(table "$tmp/dc1000/data" "16 2 1000 2 5")
[ -n "$(crashed "$said")" ] && [ "$(sed -n 2p <<< "$rows" | cut -d' ' -f1)" -lt "$crash" ]
result $? "with bad bounds for unloading the table misleads: task $(sed -n 2p <<< "$rows" | cut -d' ' -f1) fails first"
until_leaves thousand 8 "200000 64 256 0 1 1" $((crash / 20 + 2))s
rows=$(table "$tmp/dc1000/data" "16 2 1000 2 5")
[ "$(sed -n 2p <<< "$rows" | cut -d' ' -f1)" = "$crash" ]
result $? "with good bounds the first failing task is $crash"
[ -n "$(crashed "$said")" ] && [ "$(nodes "$crash" "$rows")" = "$(crashed "$said")" ]
result $? "and its rows name exactly the nodes that were computing it"
begin=$(date +%s%N)
"$TRELLIS" detrek -cp "$tmp/dc1000/data" > "$tmp/rows"
end=$(date +%s%N)
[ -s "$tmp/rows" ] && echo "# detrek on $(wc -l < "$tmp/dc1000/data.tvm") events: $(((end - begin) / 1000000)) ms"

# ---- the session of Nsegs: 5 tasks on a chain of 6 nodes ----

# farm DIR [monitor]: the session; with the monitor or without
farm() {
	local on=$2
	session "$1" -i "$PWD/programs/group/yard.pgm" <<END
spread -vsc bnail.chain_16.3
${on:+loadgo n0-5 nodemon
hostmon n0-5 -e group &}
loadgo n1-5 slave
loadgo n0 master -- 6 5 ${on:+&
monctrl -bn 6}
run-until +3s
state n0-5
${on:+monctrl -q}
END
}

# report SAID: TrEK's
report() {
	sed -n '/^\*\*\*\*\* Final/,/^Node 5/p' <<< "$1"
}

make_programs group/group-median-bug.vms "$tmp/bug"
said=$(farm "$tmp/bug")
grep -q '^Configuration : Linear Chain$' <<< "$said" && grep -q '^Total Nodes = 6$' <<< "$said"
result $? "TrEK reports at the end of the receiver"
[ "$(grep -cE '^n[1-5] \[[0-9]+\] [0-9]+ [01] [AB].* slave$' <<< "$said")" = 5 ]
result $? "and the slaves stand still"

make_programs group/group-median-bug.vms "$tmp/bug" --monitor
said=$(farm "$tmp/bug" monitor)
is "results 2, 3 and 4 are not collected" "$(table "$tmp/bug/group" "6 1 5 1 1")" "Failure
2 0 0 Collecting
3 0 0 Collecting
4 0 0 Collecting"

make_programs group/group-median.vms "$tmp/good" --monitor
said=$(farm "$tmp/good" monitor)
is "after the repair all are" "$(table "$tmp/good/group" "6 1 5 1 1")" Success
is "the report of the repaired program" "$(report "$said")" "***** Final Report*****
Configuration : Linear Chain
Total Nodes = 6
Granularity = 1
Total Buffers = 1
Task Distribution:
Node 0 0 Tasks
Node 1 3 Tasks
Node 2 2 Tasks
Node 3 0 Tasks
Node 4 0 Tasks
Node 5 0 Tasks"
