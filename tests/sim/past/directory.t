#!/bin/bash
# What a recording is written to, and what it keeps: no other file, no directory, none of another run; no file outside the
# application's directory that only a #line names; names that are not UTF-8.
. tests/tap.sh
[ -x "$(dirname "$TRELLIS")/trellis-cc" ] || { echo "1..0 # SKIP no compiler for the nodes"; exit; }

app() { # DIRECTORY: an application
	cp -r programs/queens "$1"
	chmod -R u+w "$1"
}
record() { # FILE [APPLICATION]
	"$TRELLIS" run --record "$1" -o /dev/null -b "$tmp/build" "${2:-programs/queens/queens.vms}" 5 > "$tmp/out" 2> "$tmp/err"
}

mkdir "$tmp/full"
echo precious > "$tmp/other"
record "$tmp/other"
is "another file" "$? $(tail -1 "$tmp/err") $(cat "$tmp/other")" \
	"2 trellis: $tmp/other: there is a file that is not a recording; name another one precious"
"$TRELLIS" boot --record "$tmp/other" "$(dirname "$TRELLIS")/programs/hello.btl" > "$tmp/out" 2> "$tmp/err"
is "... of boot" "$? $(cat "$tmp/other")" "2 precious"
record "$tmp/full"
is "a directory" "$? $(tail -1 "$tmp/err") $(ls "$tmp/full")" \
	"2 trellis: $tmp/full is a directory, and a recording is a file: name a file in it "
: > "$tmp/run.rec"
record "$tmp/run.rec"
is "an empty file" $? 0
record "$tmp/run.rec"
is "an earlier recording" $? 0
exec 9< "$tmp/run.rec"
flock 9
record "$tmp/run.rec"
is "one of another run" "$? $(tail -1 "$tmp/err")" "2 trellis: $tmp/run.rec: another run records into this file; name another one"
exec 9<&-
(cd "$tmp" && mkdir apart && mv run.rec apart && cd apart && "$TRELLIS" detrek run.rec > "$tmp/out" 2>&1)
is "a recording is one file, wherever it goes" "$? $(ls "$tmp/apart") $(grep -c Success "$tmp/out")" "0 run.rec 1"

echo 'a secret that nobody may see' > "$tmp/secret"
app "$tmp/stranger"
sed -i "1i #line 1 \"$tmp/secret\"" "$tmp/stranger/compute.c"
record "$tmp/leak" "$tmp/stranger/queens.vms"
leak=$(kept "$tmp/leak")
is "a file that #line names is not kept, and named" "$? $(grep -rl 'nobody may see' "$leak") $(grep -c "warning: not kept" "$tmp/err") $(grep -cx "$tmp/secret" "$leak/not-kept")" "0  1 1"
app "$tmp/mine"
record "$tmp/kept" "$tmp/mine/queens.vms"
own=$(kept "$tmp/kept")
is "the application's own files are" "$? $(grep -l 'counts by trying, row by row' "$own"/* | wc -l) $(grep -c "$tmp" "$own/not-kept" 2> "$tmp/diff")" "0 1 "

app "$tmp/latin"
name=$tmp/latin/$(printf 'd\351mo.vms')
mv "$tmp/latin/queens.vms" "$name"
record "$tmp/named" "$name"
is "a name that is not UTF-8" "$? $("$TRELLIS" info "$tmp/named" | grep -c '^  run.json')" "0 1"
is "... in JSON" "$("$TRELLIS" info --json "$tmp/named" | python3 -c 'import json, sys
print([f["name"] for f in json.load(sys.stdin)["files"] if f["role"] == "application"][0][-8:])')" "d$(printf '\357\277\275')mo.vms"
"$TRELLIS" run --stats-json "$tmp/json" -o /dev/null -b "$tmp/build" "$name" 5 > "$tmp/out" 2>&1
is "... in statistics" "$? $(python3 -c 'import json, sys; print(json.load(open(sys.argv[1], encoding="utf-8"))["application"].endswith("d\ufffdmo.vms"))' "$tmp/json")" "0 True"

# A build directory: files of another program stay.
for file in setup.c master.elf; do
	mkdir "$tmp/own-$file"
	echo precious > "$tmp/own-$file/$file"
	"$TRELLIS" run -o /dev/null -b "$tmp/own-$file" programs/queens/queens.vms 5 > "$tmp/out" 2> "$tmp/err"
	is "a build directory with a file $file" "$? $(grep -c "^trellis: $tmp/own-$file/$file is in the way" "$tmp/err") $(cat "$tmp/own-$file/$file")" \
		"2 1 precious"
done

# Names with line breaks.
broken=$tmp/$'with\nbreak'
app "$broken"
mv "$broken/queens.vms" "$broken/"$'q\nr.vms'
sed -i '1i #line 1 "evil\\nname.c"' "$broken/compute.c"
"$TRELLIS" run --record "$broken-run" -o /dev/null -b "$tmp/build-broken" "$broken/"$'q\nr.vms' 5 > "$tmp/out" 2> "$tmp/err"
is "names with line breaks" "$? $("$TRELLIS" replay "$broken-run" 2>&1 | grep -c fingerprint)" "0 1"
expect "... in messages" 2 "$TRELLIS" topo $'no\n\033[31m.topo' <<'EOF'
trellis: cannot open no\n\x1b[31m.topo: No such file or directory
EOF
echo "1..$n"
