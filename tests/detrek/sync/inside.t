#!/bin/bash
# --sync-log inside:FILE: the log of operations that the nodes' kernels keep is the one that the machine sees from outside.
. tests/tap.sh
here=tests/detrek/sync
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

script() { # NODES PROGRAM ARGUMENT...
	printf 'spread\nloadgo %s %s -- %s\n' "$1" "$tmp/$2" "${*:3}" >"$tmp/script"
}

shell() { # OPTION... TOPOLOGY: the program's last request to the host: when, in ms, and what it wrote
	"$TRELLIS" shell --requests - "$@" "$tmp/script" 2>"$tmp/err" >"$tmp/out"
	sed -n 's/^iserver \([0-9.]*\) ms write 1 \(.*\)/\1 \2/p' "$tmp/err" | tail -1
}

recorded() { # OPTION... TOPOLOGY: record the run, and see its operations from outside; prints as shell
	rm -f "$tmp/outside"
	shell --record "$tmp/rec" "$@"
	"$TRELLIS" export sync -o "$tmp/outside" "$tmp/rec"
}

both() { # OPTION... TOPOLOGY: likewise, with the log that the kernels keep
	rm -f "$tmp/inside"
	recorded --sync-log "inside:$tmp/inside" "$@"
}

# The suite in its usual sizes, on one node and on several.
compare() { # PROGRAM NODES TOPOLOGY SOURCE...: adds to $ratios
	"$TRELLIS" cc --kernel -O2 -g -o "$tmp/$1.elf" "${@:4}"
	script $2 $1 4
	plain=$(shell programs/$3.topo)
	logged=$(both programs/$3.topo)
	is "$1: the same result" "${logged#* }" "${plain#* }"
	cmp "$tmp/inside" "$tmp/outside" >"$tmp/diff" 2>&1
	result $? "$1: both logs of one run are equal"
	ratios+="${logged%% *}/${plain%% *} "
}

mean() { # how many ratios, and whether the mean is at most 1.015
	python3 -c 'import sys; r = [eval(a) for a in sys.argv[1].split()]; print(len(r), sum(r) / len(r) <= 1.015)' "$ratios"
}

ratios=
for name in lu fft radix ocean water barnes cholesky raytrace; do
	compare $name n0 single programs/splash/{$name,team}.c
done
for name in lu radix fft ocean water barnes cholesky raytrace; do
	compare ${name}_nodes n0-3 chain4 programs/splash/{${name}_nodes,nodes,team}.c
done
is "the kernels' log takes at most 1.5 % of simulated time in the mean" "$(mean)" "16 True"

# On several nodes, too, the order of a recording is forced with the same timing.
while read -r name size; do
	script n0-3 ${name}_nodes 4 $size
	plain=$(recorded programs/chain4.topo)
	forced=$(shell --sync-order "$tmp/outside" programs/chain4.topo)
	is "${name}_nodes: the result in the same order" "${forced#* }" "${plain#* }"
	is "... its operations" "$(sed -n 's/.*: \(all\) [0-9]* operations in this order$/\1/p' "$tmp/err")" all
done <<PROGRAMS
lu 24
radix 300
fft 64
ocean 12
water 32
barnes 16
cholesky 24
raytrace 16
PROGRAMS

# A log from inside is forced on a machine with another timing and the kernel that does not log.
printf 'topology single\nnode n0 type=T800 mem=4M wait=7\nhost h\nwire h.0 n0.0\nend\n' >"$tmp/slow.topo"
script n0 cholesky 4 48
first=$(both programs/single.topo)
is "a log from inside, forced on another machine" "$(shell --seed 3 --sync-order "$tmp/inside" "$tmp/slow.topo" | sed 's/^[^ ]* //')" "${first#* }"
is "... its operations" "$(sed -n 's/.*: \(all\) [0-9]* operations in this order$/\1/p' "$tmp/err")" all

# All that synchronises, on several nodes.
"$TRELLIS" cc --kernel -O2 -g -Wall -Wextra -o "$tmp/mixed.elf" $here/node/mixed.c 2>"$tmp/diff"
result $? "mixed.c compiles"
wrong= most=$([ -n "$LONG" ] && echo 300 || echo 12)
for ((seed = 1; seed <= most; seed++)); do
	net=programs/$([ $((seed % 3)) = 0 ] && echo chain4 || echo pair).topo
	script "$([ $((seed % 3)) = 0 ] && echo n0-3 || echo n0,1)" mixed $seed $((1 + seed % 8)) 30
	both --seed $seed $net >"$tmp/last"
	cmp -s "$tmp/inside" "$tmp/outside" && grep -q ' ended' "$tmp/last" || wrong+=" $seed"
done
is "random programs: both logs are equal" "$wrong" ""

# What a kernel does not see; what does not go together; and a kernel that does not log has nothing for it.
"$TRELLIS" cc --kernel -O1 -g -o "$tmp/talk.elf" tests/detrek/races/node/talk.c
script n0 talk
"$TRELLIS" shell --sync-log "inside:$tmp/talk.log" programs/single.topo "$tmp/script" >"$tmp/out" 2>"$tmp/err"
is "channels in memory: refused" "$? $(sed 's/channel-[0-9a-f]*/channel-N/; s/^.*talk.log/talk.log/' "$tmp/err" | tail -1)" \
	"1 talk.log: not written: the kernels do not see 160 of the operations, the first on 0.channel-N; 'trellis export sync' of a recording has them"
[ ! -e "$tmp/talk.log" ]
result $? "... and no log is written"
expect "another kernel" 2 "$TRELLIS" shell --kernel-file x --sync-log "inside:$tmp/x" programs/single.topo "$tmp/script" <<X
trellis: shell: --sync-log inside: boots a kernel that logs; leave out --kernel-file
X
is "the usual kernel has none of it" "$("$TRELLIS" dis "${build:-build}/node/kernel.elf" | grep -c stamp_)" 0
echo "1..$n"
