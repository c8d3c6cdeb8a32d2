#!/bin/bash
# A hostile environment: standard streams that are closed, a limit on files' sizes, a full directory for temporary
# files, a process that is killed. Messages name the cause, data files hold data only, and nothing is left behind.
. tests/tap.sh
app=programs/quad/quad.vms
export TMPDIR=$tmp/scratch
mkdir "$TMPDIR"
run() { "$TRELLIS" run -b "$tmp/build" "$@" "$app"; }

# Closed streams: the output has the same bytes, and the trace lines of its own only.
run --requests "$tmp/trace" -o "$tmp/output" > "$tmp/said" 2>&1
status=$?
grep -q . "$tmp/trace" && grep -q . "$tmp/output"
result $? "a run has a trace and an output (status $status)"
for closed in '<&-' '>&-' '2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
	eval "run --requests '$tmp/t' -o '$tmp/o' $closed" < /dev/null > "$tmp/stdout" 2> "$tmp/stderr"
	cmp "$tmp/output" "$tmp/o" > "$tmp/diff" 2>&1 && grep -q . "$tmp/t" && ! grep -v '^iserver ' "$tmp/t" > "$tmp/diff"
	result $? "$closed: trace and output hold what they should"
done
( "$TRELLIS" topo programs/pair.topo >&- ) 2> "$tmp/err"
is "closed standard output is an error" "$? $(cat "$tmp/err")" "2 trellis: cannot write standard output: Bad file descriptor"
is "closed standard input is empty" "$("$TRELLIS" cc -E - <&- 2>&1 | grep -v '^#')" ""
"$TRELLIS" as -o "$tmp/hello.elf" programs/hello/hello.s 2>&- >&-
"$TRELLIS" as -o "$tmp/hello2.elf" programs/hello/hello.s
cmp "$tmp/hello.elf" "$tmp/hello2.elf" > "$tmp/diff" 2>&1
result $? "an image made without standard streams"

# A limit on files' sizes is an error with its reason, not an end without a word. The programs' own files fit it.
mandel=programs/mandel/mandel.vms
"$TRELLIS" run -b "$tmp/plain" --make $mandel
"$TRELLIS" run -b "$tmp/probes" --monitor --make $mandel
limited() { # KILOBYTES COMMAND...
	(ulimit -f "$1"; "${@:2}" > /dev/null 2> "$tmp/err" < /dev/null)
	local status=$?
	sed -E "s|$tmp/||g; s|trellis-[A-Za-z0-9]{6} |trellis-XXXXXX |; /simulated in/d; /^fingerprint/d" "$tmp/err"
	return $status
}
largest=$(stat -c %s "$tmp"/{plain,probes}/*.elf | sort -n | tail -1)
limit=$((largest / 1024 + 1))
picture=(-n 5 $mandel -- 400 300 20 3)
expect "an output that grows too large" 2 limited $limit "$TRELLIS" run -b "$tmp/plain" -o "$tmp/large" "${picture[@]}" <<'END'
trellis: the application's output cannot be written: File too large
END
expect "a trace" 2 limited $limit "$TRELLIS" run -b "$tmp/plain" -o /dev/null --requests "$tmp/large" "${picture[@]}" <<'END'
trellis: cannot write large: File too large
END
expect "a recording" 2 limited $limit "$TRELLIS" run -b "$tmp/plain" -o /dev/null --record "$tmp/record" "${picture[@]}" <<'END'
trellis: cannot write record: File too large
trellis: the recording record is cut off there; it can be replayed up to its last whole part
END
expect "records from inside" 2 limited $limit "$TRELLIS" run -b "$tmp/probes" -o /dev/null --monitor --record "$tmp/record" "${picture[@]}" <<'END'
trellis: cannot write record: File too large
trellis: the recording record is cut off there; it can be replayed up to its last whole part
END
rm "$tmp/record"
echo 'int main(void) { return 0; }' > "$tmp/x.c"
expect "an object" 2 limited 1 "$TRELLIS" cc -g -c -o "$tmp/x.o" "$tmp/x.c" <<'END'
trellis: cannot write x.o: File too large
END
expect "an image" 2 limited 5 "$TRELLIS" cc -o "$tmp/x.elf" "$tmp/x.c" <<'END'
trellis: cannot write an image: File too large
END
is "nothing half written, nothing left" "$(ls "$tmp"/x.*; ls "$TMPDIR")" "$tmp/x.c"

# No room for temporary files: said with the place, and what would do.
rmdir "$TMPDIR"
expect "no directory for temporary files" 2 limited unlimited "$TRELLIS" run $app <<'END'
trellis: cannot make the directory scratch/trellis-XXXXXX (TMPDIR names another place): No such file or directory
END
mkdir "$TMPDIR"

# A run that is killed: what it left is removed at the next start, and what it had noted can be analysed.
killed() { # OPTIONS...: until there are records
	rm -f "$tmp/run.rec"
	"$TRELLIS" run --topo programs/ubc75.topo --config btree_75 -o "$tmp/o" --record "$tmp/run.rec" --moments 5 "$@" $mandel > /dev/null 2>&1 &
	for i in $(seq 6000); do
		[ "$(stat -c %s "$tmp/run.rec" 2> /dev/null || echo 0)" -gt 1500000 ] && break
		sleep 0.05
	done
	kill -KILL $!
	wait $! 2> /dev/null
}
for how in --monitor --monitor=none; do
	killed $how
	is "$how: it was killed while it worked" "$(ls "$TMPDIR" | wc -l)" 1
	"$TRELLIS" detrek "$tmp/run.rec" > "$tmp/found" 2>&1
	is "$how, killed: it was no success" "$? $(sed -n 's/.*: warning: .*: the run has not ended: .*/not ended/p; /^Failure/p' "$tmp/found")" "1 not ended
Failure"
	mkdir "$TMPDIR/trellis-master" # not one of ours
	"$TRELLIS" run $app > /dev/null 2>&1
	is "$how, killed: nothing is left after the next run" "$(ls "$TMPDIR")" trellis-master
	rmdir "$TMPDIR/trellis-master"
done
"$TRELLIS" run -o /dev/null $mandel > /dev/null 2>&1 &
running=$!
for i in $(seq 6000); do [ -e "$TMPDIR"/trellis-*/trellis.lock ] && break; sleep 0.05; done
"$TRELLIS" run $app > /dev/null 2>&1
is "the directory of a run that goes on stays" "$(ls "$TMPDIR" | wc -l)" 1
kill $running
wait $running 2> /dev/null

# A quota for what nodes write: bytes by which files grow, holes included, and standard output.
cat > "$tmp/write.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int
main(int argc, char **argv)
{
	long at = atol(argv[1]);
	static char bytes[1000];
	FILE *f = argc > 2 ? fopen("file", argv[2]) : stdout;

	if (argc > 2 && fseek(f, at, SEEK_SET) == 0)
		at = 1;
	for (; at > 0; at--)
		if (fwrite(bytes, 1, 1000, f) < 1000 || fflush(f) != 0)
			return perror("write"), 1;
	return 0;
}
END
"$TRELLIS" cc -O1 -o "$tmp/write.elf" "$tmp/write.c"
mkdir "$tmp/root"
wrote() { # QUOTA ARGUMENTS...
	"$TRELLIS" boot --quota "$1" -r "$tmp/root" "$tmp/write.elf" "${@:2}" 2> "$tmp/err" > "$tmp/out"
	echo "$? $(stat -c %s "$tmp/root/file" 2> /dev/null) $(stat -c %s "$tmp/out") $(grep -v fingerprint "$tmp/err" | tr '\n' ' ')"
}
full="write: too many open files" # as the nodes' library says to "no resource"
refused="trellis: warning: the programs have reached their quota of"
is "what the quota allows" "$(wrote 10K 9000 w)" "0 10000 0 "
is "a hole counts" "$(wrote 10K 10000 w)" "1 0 0 $refused 10240 bytes; raise it with --quota $full "
is "what is overwritten does not" "$(wrote 1G 9000 w; wrote 1K 8000 r+; wrote 1K 8900 r+)" "0 10000 0 
0 10000 0 
0 10000 0 "
is "what grows does" "$(wrote 1K 9900 r+; wrote 100 10900 r+)" "0 10900 0 
1 10900 0 $refused 100 bytes; raise it with --quota $full "
is "appended bytes do" "$(wrote 100 1 a)" "1 10900 0 $refused 100 bytes; raise it with --quota $full "
is "without the option: 1 GB" "$("$TRELLIS" boot -r "$tmp/root" "$tmp/write.elf" 2000000000 w 2>&1 | head -1)" \
	"$refused 1073741824 bytes; raise it with --quota"
is "standard output counts" "$(wrote 3K 4)" "2 0 3000 $refused 3072 bytes; raise it with --quota $full trellis: cannot write standard output: Disk quota exceeded "
is "a quota that is none" "$(wrote 0 1; wrote 1X 1; wrote 99999999999G 1)" "$(for q in 0 1X 99999999999G; do
	echo "2 0 0 trellis: --quota $q: expected a number of bytes, such as 4096, 64K, 20M or 2G "; done)"
expect "of an application" 2 limited unlimited "$TRELLIS" run -b "$tmp/plain" --quota 100K -o "$tmp/large" "${picture[@]}" <<'END'
trellis: warning: the programs have reached their quota of 102400 bytes; raise it with --quota
trellis: the application's output cannot be written: Disk quota exceeded
END
"$TRELLIS" cc --kernel -O1 -o "$tmp/write.elf" "$tmp/write.c"
printf '%s\n' spread "loadgo n0 $tmp/write.elf -- 5000 w" > "$tmp/script"
expect "of programs in the shell" 1 limited unlimited "$TRELLIS" shell -r "$tmp/root" --quota 1K programs/pair.topo "$tmp/script" <<'END'
script:2: warning: the programs have reached their quota of 1024 bytes; raise it with --quota
write: too many open files
END
echo "1..$n"
