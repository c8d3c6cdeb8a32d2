#!/bin/bash
# run --break of programs with threads: each thread follows its place in the graph, and the values travel with signals,
# starts and ends; each time the event is evaluated from outside.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
p=programs/patterns
run=("$TRELLIS" run --topo programs/chain4.topo -b "$tmp/build")

# hits EVENT ARGUMENT...: how often it was recognised, not true, and missed
hits() {
	"${run[@]}" --break-hits 1000 --break "$@" 2>&1 | grep -E "^(recognised [0-9]|node |trellis:)"
}
for seed in 1 2; do
	is "two threads report to main, seed $seed" "$(hits '{temperature % 2}@boiler == {open}@boiler' --seed $seed o:$p/boiler.c)" \
		"recognised 5 times, 0 not true; held 5 times, of which 5 were recognised, 0 missed"
done
"${run[@]}" --break '{temperature > 3}@boiler == {open}@boiler' o:$p/boiler.c > "$tmp/out" 2>&1
is "it breaks, and tells the variables" "$? $(grep -vE '^(cycles|fingerprint|the run)' "$tmp/out" | sed 's/ (pid .*//')" "1 breakpoint: {temperature > 3}@boiler == {open}@boiler
recognised by node n0, boiler:n0/main
  {(temperature > 3) && (open)}@boiler:n0: node n0, boiler
    temperature = 5
    open = 1"

# random programs: pairs of variables of different threads
recognised=0
for seed in ${SEEDS:-4 15}; do
	python3 tests/detrek/simul/random_threads.py "$seed" > "$tmp/random.c"
	"${build:-build}/trellis-cc" --graph 2 -o "$tmp/random.dcfg" o:"$tmp/random.c" n1:"$tmp/random.c"
	mapfile -t events < <(sed -nE 's/^event ((own[0-3]|d[23]|word|shared)@\S*:n0\S*) .*/\1/p' "$tmp/random.dcfg")
	: > "$tmp/all"
	for a in "${events[@]}"; do
		for b in "${events[@]}"; do
			[[ $a < $b && ${a#*@} != "${b#*@}" ]] || continue
			hits "{${a%@*} % 2}@${a#*@} == {${b%@*} % 2}@${b#*@}" --seed "$seed" n0-1:"$tmp/random.c" "$seed" |
				sed "s|^|$a $b: |" >> "$tmp/all"
		done
	done
	grep -vE ' 0 not true|no stable point|no process can hear' "$tmp/all" > "$tmp/diff"
	result $((! $?)) "random program $seed: $(grep -c ' 0 not true' "$tmp/all") events"
	recognised=$((recognised + $(sed -nE 's/.*recognised ([0-9]+) times.*/\1/p' "$tmp/all" | paste -sd+ | sed 's/^$/0/') ))
	[ -z "$VERBOSE" ] || cat "$tmp/all"
done
[ -n "$SEEDS" ] || is "random programs recognise some" $((recognised > 0)) 1
echo "1..$n"
