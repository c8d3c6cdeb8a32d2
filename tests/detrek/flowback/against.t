#!/bin/bash
# trellis why --against: the statement at which a wrong run begins to differ, in random programs (against.py) and in cases by hand.
. tests/tap.sh
[ -x "${build:-build}/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }

# record NAME SED: the program below, changed by a script of sed, and its run.
record() {
	mkdir "$tmp/$1" && sed "$2" > "$tmp/$1/t.c" <<'END' && (cd "$tmp/$1" && "$TRELLIS" cc -O0 -g -o t.elf t.c && "$TRELLIS" boot --record run t.elf) > "$tmp/$1/out" 2>&1
int table[8], total;

static void
fill(int n)
{
	for (int i = 0; i < n; i++)
		table[i] = 3 * i + 1;
}

int
main(void)
{
	fill(7);
	for (int i = 0; i < 8; i++)
		total += table[i];
	return 0;
}
END
}

# answer NAME OPTION...: why total has its value, against the right run.
answer() {
	"$TRELLIS" why --against "$tmp/right/run" "${@:2}" "$tmp/$1/run" total 2>&1
}

# places: the lines of the nodes in JSON.
places() {
	python3 -c 'import json, sys
print("\n".join(sorted({str(n["line"]) for n in json.load(sys.stdin)["nodes"]})))'
}

# begins NAME: what the answer has below its first line.
begins() {
	answer "$1" | sed -n '2s/  [0-9.]*[mu]s  node.*//p'
}

record right ''
record constant 's/+ 1;/+ 2;/'
record argument 's/fill(7)/fill(5)/'
record loop 's/i < n;/i < n - 1;/'
record missing 's/table.i. = 3/if (i != 4) &/'
record unwritten 's/fill(7);/if (total) &/'
is "a constant of an assignment" "$(begins constant)" "  [1] table[6] = 20, in RIGHT 19  fill()  t.c:7"
is "an argument that ends a loop earlier" "$(begins argument)" "  [1] n = 5, in RIGHT 7  main()  t.c:13"
is "a loop that ends earlier: the turn in which it is decided otherwise" "$(begins loop)" \
	"  [1] decided: on to line 8, in RIGHT on to line 7  fill()  t.c:6"
is "a statement that is executed too seldom, with RIGHT's" "$(answer missing | sed -n '2,3{s/  [0-9.]*[mu]s  node.*//;p}')" \
	"  [1] table[4] = 0, in RIGHT table[4] = 13  (initial value)  t.c:1  node 0  | int table[8], total;
        RIGHT:   fill()  t.c:7"
is "a changed condition, and a value that was not written: RIGHT's statement, once" \
	"$(answer unwritten | sed -n '2,7s/  [0-9.]*[mu]s  node.*//; 2,7p')" \
	"  [1] decided: on to line 14  main()  t.c:13
        the statement is changed, and was not compared
  [2] table[6] = 0, in RIGHT table[6] = 19  (initial value)  t.c:1  node 0  | int table[8], total;
        RIGHT:   fill()  t.c:7
        in RIGHT this statement has written it
What differs since then, back from the value:"
is "all causes of the answer without RIGHT are in it" "$(diff <("$TRELLIS" why --all --json "$tmp/missing/run" total | places) \
	<(answer missing --all --json | places) | grep '^<')" ""
is "the same run" "$(answer right | head -1)" "No statement was found at which the runs begin to differ."
is "JSON has both values" "$(answer argument --json | python3 -c 'import json, sys
n = json.load(sys.stdin)["nodes"][0]
print(n["verdict"], n["name"], n["value"], n["right"]["value"], n["right"]["line"])')" "changed n 5 7 13"
is "the source of a changed statement, of both" "$(answer constant | sed -n 's/^ .*| //p; /the statement is changed/p' | head -3)" \
	"table[i] = 3 * i + 2;
table[i] = 3 * i + 1;
        the statement is changed"
record beside 's/+ 1;/+ 2;/; s/return 0;/return 1;/; s/^static void/static int unused;\n&/'
record elsewhere 's/+ 1;/+ 2;/; $s/$/\n\nint\nspare(void)\n{\n\treturn 1;\n}/'
is "changed lines of another function" "$(answer elsewhere | sed -n '/^Other lines/,/^What/s/^  t.c:[0-9]*  | //p' | xargs)" "int spare(void) return 1;"
record removed 's/+ 1;/+ 2;/; /return 0;/d'
is "changed lines of which no cause was found" "$(answer beside | sed -n '/^Other lines/,/^What/p')" \
	"Other lines of these files are changed:
  t.c:3  | static int unused;
        RIGHT: (missing)
  t.c:17  | return 1;
        RIGHT: t.c:16  | return 0;
What differs since then, back from the value:"
is "a line that only RIGHT has" "$(answer removed --json | python3 -c 'import json, sys
print(*[(e["ours"], e["right"]["line"], e["right"]["source"]) for e in json.load(sys.stdin)["edits"]])')" \
	"(None, 16, 'return 0;')"
is "no other line is changed" "$(answer constant | grep -c "^Other lines")" 0
answer constant --html > "$tmp/out"
is "a page is refused" "$?" 2
"$TRELLIS" why --against "$tmp/right/run" "$tmp/constant/run" nothing > "$tmp/out" 2>&1
is "an unknown name is refused" "$?" 2

# Another value of the same run that is right.
mkdir "$tmp/one" && cat > "$tmp/one/t.c" <<'END'
int table[8], total;

static int
scale(int i)
{
	if (i == 5)
		return 4;
	return 3;
}

int
main(void)
{
	for (int i = 0; i < 8; i++) {
		table[i] = scale(i) * 7;
		total += table[i];
	}
	return 0;
}
END
(cd "$tmp/one" && "$TRELLIS" cc -O0 -g -o t.elf t.c && "$TRELLIS" boot --record run t.elf) > "$tmp/out" 2>&1

# compare RIGHT EXPRESSION [WORD...]: its causes against those of RIGHT, without times.
compare() {
	"$TRELLIS" why --against "$1" "$tmp/one/run" "${@:2}" 2>&1 | sed 's/  [0-9.]*[mu]s  node.*//; s/\*0x[0-9a-f]* = /= /; /^Compared/d'
}
is "a value of the same run: what only the wrong one depends on comes first" "$(compare 'table[2]' 'table[5]')" "The values begin to differ here:
  [1] = 4  scale()  t.c:7
        RIGHT does not depend on this statement
  [2] decided: on to line 7  scale()  t.c:6
        RIGHT does not depend on such a decision
  [3] scale() = 4, in RIGHT 3  t.c:9
        the inputs that both have are equal, others are missing or new
What differs since then, back from the value:
  [4] table[5] = 28, in RIGHT 21  main()  t.c:15
  [5] i = 5, in RIGHT 2  main()  t.c:14"
end=$(compare 'total @end' total | head -1)
last=$("$TRELLIS" why "$tmp/one/run" 'table[7]' 2> "$tmp/err" | sed -n 's/.*  t.c:9  \([0-9.]*[mu]s\) .*/\1/p' | head -1)
is "two places: an earlier value of the variable" "$end
$(compare "@$last" total | head -2 | tail -1)" "No statement was found at which the values begin to differ.
  [1] total = 21, in RIGHT total = 0  main()  t.c:16"
cp -r programs/mandel "$tmp/mandel" && sed -i 's|^\t\t\tt.x = x;|\t\t\tt.limit = view.limit;\n\t\t\tif (x == 12)\n\t\t\t\tt.limit = 20;\n&|' "$tmp/mandel/generate.c"
"$TRELLIS" run -n 7 -b "$tmp/build" --record "$tmp/mandel/run" --output "$tmp/mandel/m.ppm" "$tmp/mandel/mandel.vms" -- 24 18 40 6 > "$tmp/out" 2>&1
is "two pixels of one colour, of which one is wrong" "$("$TRELLIS" why --against @5,9 "$tmp/mandel/run" m.ppm@16,2 2>&1 | sed -n '2s/  [0-9.]*[mu]s  node.*//p')" \
	"  [1] t.limit = 20, in RIGHT 40  data_generator()  generate.c:60"
is "a value in another recording" "$("$TRELLIS" why --against "$tmp/right/run" --against 'table[2]' "$tmp/constant/run" 'table[2]' |
	sed -n '2s/  [0-9.]*[mu]s  node.*//p')" "  [1] table[2] = 8, in RIGHT 7  fill()  t.c:7"
is "what is no such value is refused" "$(compare 9 total; compare nope total; compare @1,2 total)" "trellis: why: unknown node 9; 'info nodes' lists them
trellis: why: no symbol \"nope\" in the current context
trellis: why: '@1,2' is a part of the output, and the question is not about one"
"$TRELLIS" why --against nope --against 'table[1]' "$tmp/one/run" total > "$tmp/out" 2>&1
is "two values are refused" "$? $(cat "$tmp/out")" "2 trellis: --against: 'nope' and 'table[1]': give one recording, one value, or one of each"
for version in right wrong; do
	cp -r programs/queens "$tmp/$version-queens"
	[ $version = right ] || sed -i 's/Count sum = { 0, 0 };/Count sum = { 2, 0 };/' "$tmp/$version-queens/join.c"
	"$TRELLIS" run -n 6 -b "$tmp/$version-build" --record "$tmp/$version-queens/run" "$tmp/$version-queens/queens.vms" -- 7
done > "$tmp/out" 2>&1
"$TRELLIS" why -n 100 --json --against "$tmp/right-queens/run" "$tmp/wrong-queens/run" stdout:10 > "$tmp/answer" 2> "$tmp/err"
is "an initial value that the compiler shows at another line; no file of the kernel is taken for another one of this name" \
	"$(python3 -c 'import json, sys
x = json.load(sys.stdin)
print([e["ours"]["source"] for e in x["edits"]], [n["file"] for n in x["nodes"] if n["verdict"] == "edited"])' < "$tmp/answer")" \
	"['Count sum = { 2, 0 };'] []"
cases=${CASES:-12}
python3 tests/detrek/flowback/against.py "$TRELLIS" "$cases" 3 > "$tmp/diff" 2>&1
is "the first statement that is shown is the changed one" "$(tail -1 "$tmp/diff")" "$cases cases, $cases right"
echo "1..$n"
