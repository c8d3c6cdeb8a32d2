#!/bin/bash
# Programs that follow a program: --analyse reads the root node's memory for them, --reset leaves the other nodes alone.
. tests/tap.sh

# show NAME LENGTH BYTES: a program that asks the server for text, by a request of so many bytes, and prints it.
show() {
	cat >"$tmp/show.s" <<END
	ajw	30
	ldpi	request
	mint
	ldc	$2
	out
	ldlp	0		# N, result and the text's length
	mint
	ldnlp	4
	ldc	5
	in
	ldlp	0
	adc	3
	lb
	stl	10
	ldlp	11
	mint
	ldnlp	4
	ldl	10
	in
	ldl	10		# write, to stream 1
	adc	7
	ldpi	write
	sb
	ldl	10
	ldpi	write
	adc	7
	sb
	ldpi	write
	mint
	ldc	9
	out
	ldlp	11
	mint
	ldl	10
	out
	ldlp	0
	mint
	ldnlp	4
	ldc	5
	in
	ldpi	exit
	mint
	ldc	8
	out
	ldlp	0
	mint
	ldnlp	4
	ldc	3
	in
	stopp
request:
	.byte	$3
write:
	.byte	0, 0, 13, 1, 0, 0, 0, 0, 0
exit:
	.byte	6, 0, 35, 0xFF, 0xC9, 0x9A, 0x3B, 0
END
	"$TRELLIS" as --raw -o "$tmp/$1" "$tmp/show.s"
}

# crash: leaves a text 1024 bytes up, and stops with Error.
cat >"$tmp/crash.s" <<'END'
	ldpi	text
	mint
	ldnlp	256
	ldc	16
	move
	sethalterr
	seterr
	stopp
text:
	.ascii	"as it was before"
END
"$TRELLIS" as --raw -o "$tmp/crash" "$tmp/crash.s"

# teach: boots its neighbour on link 1 with a program that answers each byte with the next one, and exits.
cat >"$tmp/teach.s" <<'END'
	ajw	20
	ldpi	other
	mint
	ldnlp	1
	ldc	end - other
	out
	ldpi	exit
	mint
	ldc	8
	out
	ldlp	0
	mint
	ldnlp	4
	ldc	3
	in
	stopp
exit:
	.byte	6, 0, 35, 0xFF, 0xC9, 0x9A, 0x3B, 0
other:
	.byte	end - other - 1
again:
	ajw	20
	ldlp	0
	mint
	ldnlp	5
	ldc	1
	in
	ldl	0
	adc	1
	stl	0
	ldlp	0
	mint
	ldnlp	1
	ldc	1
	out
	ajw	-20
	j	again
end:
END
"$TRELLIS" as --raw -o "$tmp/teach" "$tmp/teach.s"

# ask: sends its neighbour a byte, and prints the answer.
cat >"$tmp/ask.s" <<'END'
	ajw	20
	ldc	65
	stl	0
	ldlp	0
	mint
	ldnlp	1
	ldc	1
	out
	ldlp	0
	mint
	ldnlp	5
	ldc	1
	in
	ldpi	write
	mint
	ldc	9
	out
	ldlp	0
	mint
	ldc	1
	out
	ldlp	0
	mint
	ldnlp	4
	ldc	5
	in
	ldpi	exit
	mint
	ldc	8
	out
	ldlp	0
	mint
	ldnlp	4
	ldc	3
	in
	stopp
write:
	.byte	8, 0, 13, 1, 0, 0, 0, 1, 0
exit:
	.byte	6, 0, 35, 0xFF, 0xC9, 0x9A, 0x3B, 0
END
"$TRELLIS" as --raw -o "$tmp/ask" "$tmp/ask.s"

# skip: exits, and from then on passes each byte from link 0 to link 1 and back, as INMOS's iskip does.
cat >"$tmp/skip.s" <<'END'
	ajw	100
	ldpi	exit
	mint
	ldc	8
	out
	ldlp	0
	mint
	ldnlp	4
	ldc	3
	in
	ldpi	back
	ldlp	-40
	stnl	-1
	ldlp	-40
	adc	1		# low priority
	runp
forth:
	ldlp	0
	mint
	ldnlp	4
	ldc	1
	in
	ldlp	0
	mint
	ldnlp	1
	ldc	1
	out
	j	forth
back:
	ldlp	0
	mint
	ldnlp	5
	ldc	1
	in
	ldlp	0
	mint
	ldc	1
	out
	j	back
exit:
	.byte	6, 0, 35, 0xFF, 0xC9, 0x9A, 0x3B, 0
END
"$TRELLIS" as --raw -o "$tmp/skip" "$tmp/skip.s"
cat >"$tmp/two.topo" <<'END'
topology two
node a
node b
host h
wire h.0 a.0
wire a.1 b.1
end
END

# said OPTION...: the output of a run, and its status; what the messages say without fingerprints.
said() {
	"$TRELLIS" boot -u 1s "$@" </dev/null 2>"$tmp/err"
	echo "[$?]"
	sed '/fingerprint/d; /warning/d; s/ at [0-9]* cycles//' "$tmp/err"
}
show core 9 "7, 0, 41, 0, 4, 0, 0, 16, 0"
show line 8 "6, 0, 40, 0, 0, 0, 0, 0"
stopped="node n0 halted by Error (80000080, Iptr 80000080)"
is "the memory of a node that stopped" "$(said --analyse "$tmp/core" "$tmp/crash")" \
	"as it was before[0]
$stopped"
is "a program that was not booted after Analyse has none" "$(said "$tmp/core")" "[1]
deadlock: all processes are waiting"
is "arguments" "$(said --analyse "$tmp/line one 'two words' \"\"" "$tmp/crash")" \
	"one \"two words\" [0]
$stopped"
is "two programs follow" "$(said --analyse "$tmp/core" --reset "$tmp/line again" "$tmp/crash")" \
	"as it was beforeagain[0]
$stopped"
sed 's/b.1/b.0/' "$tmp/two.topo" >"$tmp/behind.topo"
is "a program passes the next one on" "$(said -t "$tmp/behind.topo" --record "$tmp/then.rec" --then "$tmp/line passed" "$tmp/skip")" "passed[0]"
is "... recorded" "$("$TRELLIS" replay "$tmp/then.rec" 2>&1 | grep fingerprint)" "$(grep fingerprint "$tmp/err")"
is "... without it, the next one is not booted" "$(said -t "$tmp/behind.topo" --then "$tmp/line x" "$tmp/line" first | head -1)" "first[1]"
is "paced" "$(said --pace 1us --analyse "$tmp/core" "$tmp/crash")" "as it was before[0]
$stopped"
is "the neighbour of a root node that is reset goes on" "$(said -t "$tmp/two.topo" --reset "$tmp/ask" "$tmp/teach")" "B[0]"
is "Analyse stops it, too" "$(said -t "$tmp/two.topo" --analyse "$tmp/ask" "$tmp/teach")" \
	"[1]
deadlock: all processes are waiting"

# A recording of it all is played again from its own answers.
"$TRELLIS" boot -t "$tmp/two.topo" -u 1s --record "$tmp/run" --reset "$tmp/ask" "$tmp/teach" </dev/null >/dev/null 2>"$tmp/print"
is "its recording" "$("$TRELLIS" replay "$tmp/run" 2>&1 | grep -o 'fingerprint.*')" "$(grep -o 'fingerprint.*' "$tmp/print")"

printf '\tajw\t20\nloop:\n\tj\tloop\n' >"$tmp/loop.s"
"$TRELLIS" as --raw -o "$tmp/loop" "$tmp/loop.s"
is "a program that does not end" "$(said --analyse "$tmp/core" -u 1ms "$tmp/loop")" "[1]
$tmp/core was not booted: the program before it had not ended
the time asked for is reached"
is "a time for it" "$(said --analyse "$tmp/line a@1ms" "$tmp/loop")" "a[0]"
expect "no program" 2 "$TRELLIS" boot --analyse " " "$tmp/loop" <<'END'
trellis: --analyse  : expected a program, its arguments, and perhaps @TIME
END
expect "arguments without a server" 2 "$TRELLIS" boot --raw --reset "$tmp/core a@1ms" "$tmp/loop" </dev/null <<END
trellis: --reset: without a server $tmp/core gets no arguments; leave out --raw
END
expect "a missing quote" 2 "$TRELLIS" boot --reset "core 'a" "$tmp/loop" <<'END'
trellis: missing closing '
END
expect "a time behind the end" 2 "$TRELLIS" boot -u 1ms --reset "core@1s" "$tmp/loop" <<'END'
trellis: the run ends before --reset; use a later --until
END
echo "1..$n"
