#!/bin/bash
# trellis db: exact answers for small programs, mistakes, and random programs: each access of a run
# on the host must be named (effects/drawn.py). With LONG set, there are more random programs.
. tests/tap.sh
dir=tests/cc/effects
ask() { # NAME STATUS ARGUMENT...
	expect "$1" "$2" "$TRELLIS" db "${@:3}"
}

ask 'definitions through a pointer' 0 defs main:local $dir/example.c <<END
local, local of main, $dir/example.c:47
	$dir/example.c:17 in set, through a pointer
	$dir/example.c:47 in main
END
ask 'a definition by the library' 0 defs list $dir/example.c <<END
list, local of main, $dir/example.c:47
	$dir/example.c:47 in main
	$dir/example.c:54 in main, by qsort
END
ask 'uses' 0 uses limit $dir/example.c <<END
limit, static, $dir/example.c:6
	$dir/example.c:33 in odd
	$dir/example.c:56 in main
END
ask 'a structure is passed as a copy' 0 mod add $dir/structure.c <<END
add may modify
	p, local of scaled, $dir/structure.c:14
END
ask 'the copy is made by the call' 0 ref main $dir/structure.c <<END
main may read
	pair, static, $dir/structure.c:5
	p, local of scaled, $dir/structure.c:14
END
ask 'what each call may modify' 0 mod '*' $dir/example.c <<END
main may modify
	total, global, $dir/example.c:5
	pair, static, $dir/example.c:8
	text, static, $dir/example.c:9
	limit, static, $dir/example.c:6
	calls, static in set, $dir/example.c:14
	count, static, $dir/example.c:6
	memory allocated in main, $dir/example.c:48
set may modify
	total, global, $dir/example.c:5
	calls, static in set, $dir/example.c:14
	local, local of main, $dir/example.c:47
even may modify
	limit, static, $dir/example.c:6
	count, static, $dir/example.c:6
compare may modify
	count, static, $dir/example.c:6
odd may modify
	limit, static, $dir/example.c:6
	count, static, $dir/example.c:6
END
ask 'what a call may read' 0 ref set $dir/example.c <<END
set may read
	calls, static in set, $dir/example.c:14
END
ask 'a word that is sent is written to the channel' 0 mod send $dir/word.c <<END
send may modify
	channel, static, $dir/word.c:4
END
ask 'unknown code modifies what it is given' 0 mod '*' $dir/unknown.c -- -nostdlib <<END
main may modify
	kept, static, $dir/unknown.c:6
	channel, static, $dir/unknown.c:8
	got, static, $dir/unknown.c:6
perhaps, in code that is not known (elsewhere, inline assembly)
	lead, static, $dir/unknown.c:7
	given, static, $dir/unknown.c:6
say may modify
	channel, static, $dir/unknown.c:8
hear may modify
	channel, static, $dir/unknown.c:8
	got, static, $dir/unknown.c:6
END
ask 'messages in a channel' 0 defs '*' $dir/unknown.c -- -nostdlib <<END
hidden, static, $dir/unknown.c:6
	nowhere
kept, static, $dir/unknown.c:6
	$dir/unknown.c:27 in main
lead, static, $dir/unknown.c:7
	$dir/unknown.c:28 in main, perhaps, in code that is not known
	$dir/unknown.c:31 in main, perhaps, in code that is not known
given, static, $dir/unknown.c:6
	$dir/unknown.c:28 in main, perhaps, in code that is not known
	$dir/unknown.c:31 in main, perhaps, in code that is not known
sent, static, $dir/unknown.c:6
	nowhere
channel, static, $dir/unknown.c:8
	$dir/unknown.c:13 in say
	$dir/unknown.c:19 in hear
got, static, $dir/unknown.c:6
	$dir/unknown.c:19 in hear
mine, local of main, $dir/unknown.c:25
	$dir/unknown.c:25 in main
	$dir/unknown.c:28 in main, perhaps, in code that is not known
	$dir/unknown.c:31 in main, perhaps, in code that is not known
END
ask 'an unknown variable' 2 uses nothing $dir/example.c <<'END'
trellis: 'nothing' is not a variable of these files: NAME, FUNCTION:NAME, FILE:NAME, or * for all
END
ask 'an unknown function' 2 mod total $dir/example.c <<'END'
trellis: 'total' is not a function of these files: NAME, FILE:NAME, or * for all
END
ask 'an unknown question' 2 writes total $dir/example.c <<'END'
trellis: db: unknown question 'writes': uses, defs, mod or ref
END
ask 'no file' 2 uses total <<'END'
trellis: db: a question, a name and C files are needed; see 'trellis db --help'
END

cases=12
[ -z "$LONG" ] || cases=300
for seed in $(seq $cases); do
	python3 $dir/drawn.py "$TRELLIS" $seed >"$tmp/diff" 2>&1 || break
done
result $? "all accesses of random programs, up to seed $seed"
echo "1..$n"
