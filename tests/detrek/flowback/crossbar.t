#!/bin/bash
# The output of runs whose host is behind crossbars: as on a network without them, with moments and without, and when
# the crossbars join the host to another node during the run.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

why() { # RUN PART
	"$TRELLIS" why -n 4 "$tmp/$1" "stdout$2" 2>&1
}
sent() { # the bytes and the statement that has sent them, without the time, which depends on the network
	head -2 | sed -E 's/ +[0-9.]+(us|ms|s)\b//; s/node ([0-9]+)\.[0-9]+/node \1/'
}

cat > "$tmp/wired.topo" <<'EOF'
topology wired
node n[0-3]
host h
wire h.0 n0.0
wire n0.1 n1.0
wire n1.1 n2.0
wire n1.2 n3.0
end
EOF
cat > "$tmp/crossed.topo" <<'EOF'
topology crossed
node n[0-3]
switch x0 ports=16
host h control=1
wire h.0 x0.0
wire n[0-3].0 x0.[1-4]
wire n[0-3].1 x0.[5-8]
wire n[0-3].2 x0.[9-12]
control h.c0 x0
end
EOF
record() { # NAME TOPOLOGY MOMENTS
	"$TRELLIS" run --record "$tmp/$1" --moments "$3" -t "$tmp/$2.topo" -n 4 -b "$tmp/build" -o "$tmp/$1.ppm" \
		programs/mandel/mandel.vms -- 32 24 > "$tmp/out" 2>&1
}
record wired wired 0
record none crossed 0
record some crossed 1
for part in @31,23 :0; do
	wanted=$(why wired "$part" | sent)
	[[ $wanted = "[1] "*" (sent to the host)"*"[2] "* ]]
	result $? "stdout$part without crossbars"
	is "stdout$part over crossbars" "$(why none "$part" | sent)" "$wanted"
	is "stdout$part with moments" "$(why some "$part")" "$(why none "$part")"
done

# Over two crossbars the host is joined to n0, then to n2.
cat > "$tmp/turned.topo" <<'EOF'
topology turned
node n[0-2]
switch x[0-1] ports=8
host h control=1
wire h.0 x0.0
wire x0.7 x1.7
wire n[0-2].0 x1.[0-2]
control h.c0 x[0-1]
config first
  place 0:n0
  join h.0 n0.0
config second
  place 0:n2
  join h.0 n2.0
end
EOF
cat > "$tmp/square.c" <<'EOF'
#include <stdio.h>

int
main(int argc, char **argv)
{
	int square = argc * argc;

	printf("%d %s\n", square, argv[1]);
	return 0;
}
EOF
cat > "$tmp/script" <<EOF
spread -c first
loadgo -s "$tmp" o square -- one
spread -c second
loadgo -s "$tmp" o square -- one two
EOF
"$TRELLIS" cc --kernel -O0 -g -o "$tmp/square.elf" "$tmp/square.c" &&
	"$TRELLIS" shell --record "$tmp/turned" --moments 1 "$tmp/turned.topo" "$tmp/script" > "$tmp/out" 2>&1
square() { # BYTE
	why turned ":$1" | grep -o "output.*host)\|square = [0-9]\+\|argc = [0-9]\+\|trellis:.*"
}
is "n0 has sent the first line" "$(square 0)" "output[0] = 52  (sent to the host)
square = 4
argc = 2"
is "n2 has sent the second line" "$(square 6)" "output[6] = 57  (sent to the host)
square = 9
argc = 3"
is "nothing follows" "$(square 12)" "trellis: why: the output has 12 bytes only"
echo "1..$n"
