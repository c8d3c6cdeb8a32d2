#!/bin/bash
# Several processes that mpirun has started execute a network as one does: fingerprint, state, output and files. What
# they cannot do is refused, and if one dies, all end.
. tests/tap.sh

if [ ! -x "$(dirname "$TRELLIS")/trellis-mpi" ] || ! command -v mpirun >/dev/null; then
	echo "1..0 # SKIP no MPI (Debian: libopenmpi-dev openmpi-bin)"
	exit
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if ! timeout 600 mpirun --quiet --oversubscribe -n 2 true 2>"$tmp/err"; then
	echo "1..0 # SKIP mpirun cannot start processes here: $(head -1 "$tmp/err")"
	exit
fi
build=$(dirname "$TRELLIS")
printf '\0\0\0\0' >"$tmp/zero" # starts the worm, which then boots all nodes it can reach

ranks() { # N COMMAND...: on N ranks; 1: without mpirun
	local n=$1
	shift
	if [ "$n" = 1 ]; then
		"$TRELLIS" "$@"
	else
		mpirun --quiet --oversubscribe -n "$n" "$TRELLIS" "$@"
	fi
}

prints() { grep -hE '^(fingerprint|state|node|fault|deadlock)' "$@"; }

ways=("2 1" "2 2" "4 1" "4 2") # ranks, and threads of each
alike() { # NAME COMMAND...: in all ways as on one rank
	local name=$1 status n threads way
	shift
	ranks 1 "$@" <"$tmp/zero" >"$tmp/out1" 2>"$tmp/err1"
	status=$?
	for way in "${ways[@]}"; do
		read -r n threads <<<"$way"
		ranks $n "$1" --threads $threads "${@:2}" <"$tmp/zero" >"$tmp/out" 2>"$tmp/err"
		is "$name, $n ranks of $threads threads" "$? $(prints "$tmp/err") $(od -An -td4 "$tmp/out")" \
			"$status $(prints "$tmp/err1") $(od -An -td4 "$tmp/out1")"
	done
}

ranks 2 boot --raw --stats --topo programs/mesh16.topo --until 20ms "$build/programs/worm.btl" <"$tmp/zero" >"$tmp/out" 2>"$tmp/err"
is "ranks exchange orders" "$(grep -oE '[1-9][0-9]* orders' "$tmp/err" | sed 's/.* //')" orders
alike worm boot --raw --topo programs/mesh16.topo --until 20ms --hash "$build/programs/worm.btl"
ways=("2 2" "4 1")
alike "worm, faults" boot --raw --topo programs/mesh16.topo --until 20ms --hash --fault 'cut n5.1 at 3ms' \
	--fault 'corrupt n2.3 0x41 at byte 7' --fault 'crash n9 after 2000 instructions' "$build/programs/worm.btl"
alike crossbars boot --raw --topo programs/ubc75.topo --config btree_75 --until 40ms --hash "$build/programs/worm.btl"
if [ -x "$build/trellis-cc" ]; then
	alike quadrature run programs/quad/quad.vms
	alike "a node crashes" run --fault 'crash n3 at 30ms' programs/quad/quad.vms
	for n in 1 2; do
		ranks $n run --stats-json "$tmp/json$n" programs/quad/quad.vms >"$tmp/out" 2>&1
	done
	is "statistics of nodes" "$(grep -v host "$tmp/json2")" "$(grep -v host "$tmp/json1")"
	# A swarm: runs that end well and others, faults that are shrunk in several steps, a mistake of the user.
	swarm=(-j 1 7 -n 4 --fault 'crash 3 at +10ms..2s' --fault 'freeze 2 1ms at +30ms' programs/queens/queens.vms)
	for n in 1 2 4; do
		ranks $n swarm "${swarm[@]}" >"$tmp/swarm$n" 2>&1
		echo "status $?" >>"$tmp/swarm$n"
	done
	is "a swarm on two ranks" "$(cat "$tmp/swarm2")" "$(cat "$tmp/swarm1")"
	is "a swarm on four ranks" "$(cat "$tmp/swarm4")" "$(cat "$tmp/swarm1")"
	is "seeds that fail and others" "$(grep -oE '[1-6] failed|status 1' "$tmp/swarm1" | sed 's/^[1-6]/some/')" "some failed
status 1"
	for n in 1 2; do
		ranks $n swarm 2 --fault 'crash 99 at 1ms' programs/queens/queens.vms >"$tmp/swarm$n" 2>&1
		echo "status $?" >>"$tmp/swarm$n"
	done
	is "its mistake" "$(grep -E '^(trellis|status)' "$tmp/swarm2")" "$(grep -E '^(trellis|status)' "$tmp/swarm1")"
fi

for n in 1 2; do
	ranks $n boot --raw --topo programs/mesh16.topo --until 10ms --snapshot "$tmp/snap$n@4ms" --hash \
		"$build/programs/worm.btl" <"$tmp/zero" >"$tmp/out" 2>&1
done
cmp "$tmp/snap1" "$tmp/snap2" >"$tmp/diff" 2>&1
result $? "the same snapshot"
ranks 1 boot --raw --restore "$tmp/snap1" --until 10ms --hash 2>"$tmp/err1"
ranks 2 boot --raw --restore "$tmp/snap1" --until 10ms --hash 2>"$tmp/err"
is "it goes on on two ranks" "$(prints "$tmp/err")" "$(prints "$tmp/err1")"

refused() { # WHAT COMMAND...
	local what=$1 got
	shift
	got=$(ranks 2 "$@" 2>&1)
	is "$what is refused" "$? $(grep '^trellis:' <<<"$got")" "2 trellis: $what: this needs one process; leave out mpirun"
}

worm=(boot --raw --topo programs/mesh16.topo "$build/programs/worm.btl")
refused --record "${worm[@]:0:4}" --record "$tmp/record" "${worm[4]}"
refused --picture "${worm[@]:0:4}" --picture "$tmp/p.png@1ms" "${worm[4]}"
refused topo topo programs/mesh16.topo
refused simul simul programs/quad/quad.vms
ranks 2 boot --nonsense >"$tmp/out" 2>&1
is "a mistake ends all ranks" $? 2

# One that is killed in a run without end, once that has begun: the first rank has written what the second one waits for.
printf 'loop:\tj loop\n' >"$tmp/loop.s"
"$TRELLIS" as --boot -o "$tmp/loop.btl" "$tmp/loop.s"
ranks 2 boot --raw --topo programs/pair.topo "$tmp/loop.btl" <"$tmp/zero" >"$tmp/out" 2>&1 &
job=$!
at_work() { # are there two ranks that have worked?
	victims=($(pgrep -P "$(pgrep -P "$job" -x mpirun)" 2>/dev/null))
	[ ${#victims[@]} = 2 ] && has_worked "${victims[0]}" 1 && has_worked "${victims[1]}" 1
}
has_gone() {
	! kill -0 "$1" 2>/dev/null
}
await at_work
kill -9 "${victims[1]}"
wait "$job"
status=$?
await has_gone "${victims[0]}"
is "a rank that dies ends all" "$((status != 0))" 1
echo "1..$n"
