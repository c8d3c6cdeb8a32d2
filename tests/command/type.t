#!/bin/bash
# What is typed when programs have written what it waits for: to programs that ask iserver for keys and lines, and over a
# link without a server. The run is the same each time, and from its recording.
. tests/tap.sh
export TRELLIS_RECORD=none
. tests/command/keyboard.sh

# typed PROGRAM OPTION...: what it shows, and how it ends; fingerprint and state in $tmp/end
typed() {
	local program=$1
	shift
	"$TRELLIS" boot --hash "$@" "$tmp/$program.btl" 2>"$tmp/err" </dev/null | tr '\r' '/'
	grep -E '^(fingerprint|state)' "$tmp/err" >"$tmp/end"
	grep -vE '^(fingerprint|state)' "$tmp/err"
}
wanted='> ab/> c=q'
for name in get poll; do
	is "$name: keys when the prompt has come" "$(typed $name --type '> =ab\r' --type '> =c\=q')" "$wanted"
	end=$(cat "$tmp/end")
	is "$name: keys of a pipe in their place" "$(printf 'ab\rc=q' | "$TRELLIS" boot "$tmp/$name.btl" 2>/dev/null | tr '\r' /)" "$wanted"
	typed $name --type '> =ab\r' --type '> =c\=q' --slices 7 --link-events byte --record "$tmp/r.rec" >/dev/null
	is "$name: the same run" "$(cat "$tmp/end")" "$end"
	is "$name: its recording" "$("$TRELLIS" replay --hash "$tmp/r.rec" 2>&1 | grep -E '^(fingerprint|state)')" "$end"
done
is "without anything to wait for" "$(typed get --type '=q')" "> q"
is "standard input is not read" "$(echo q | typed get --type '> =a')" "> a"
is "what has not come is told" "$(typed get --type '> =ab\r' --type 'login: =root\r' --type '>=q')" "> ab/> --type 'login: =root\\r': the programs have not written what it waits for
--type '>=q': not reached"
is "and what is not read" "$(typed get --type '> =aqbc')" "> aq--type: the programs have not read the last 2 of 4 bytes typed"

# Over a link without a server.
. tests/command/echo.sh
raw=(--raw --type '=g\x67' --type 'hh=z`' --type '{a=@')
is "raw bytes" "$(typed echo "${raw[@]}")" "hh{aA"
end=$(cat "$tmp/end")
for option in "--slices 7" "--link-events byte"; do
	# shellcheck disable=SC2086
	is "with $option" "$(typed echo "${raw[@]}" $option)" "hh{aA"
	is "the same run" "$(cat "$tmp/end")" "$end"
done
is "with a pace" "$(typed echo "${raw[@]}" --pace 2ms)" "hh{aA"
typed echo "${raw[@]}" --record "$tmp/raw.rec" >/dev/null
is "recorded" "$("$TRELLIS" replay --hash "$tmp/raw.rec" 2>&1 | grep -E '^(fingerprint|state)')" "$end"

expect "no text" 2 "$TRELLIS" boot --type 'login: ' "$tmp/get.btl" <<'END'
trellis: --type 'login: ': expected EXPECTED=TEXT, such as 'login: =root\r'
END
expect "an unknown escape" 2 "$TRELLIS" boot --type 'a=b\q' "$tmp/get.btl" <<'END'
trellis: --type 'a=b\q': unknown escape '\q'; expected \r, \n, \t, \\, \= or \xNN with two hexadecimal digits
END
expect "half a number" 2 "$TRELLIS" boot --type 'a\x4=b' "$tmp/get.btl" <<'END'
trellis: --type 'a\x4=b': unknown escape '\x'; expected \r, \n, \t, \\, \= or \xNN with two hexadecimal digits
END
expect "a backslash at the end" 2 "$TRELLIS" boot --type 'a=b\' "$tmp/get.btl" <<'END'
trellis: --type 'a=b\': unknown escape '\'; expected \r, \n, \t, \\, \= or \xNN with two hexadecimal digits
END
expect "with a snapshot" 2 "$TRELLIS" boot --raw --type 'a=b' --snapshot "$tmp/s@1ms" "$tmp/echo.btl" <<'END'
trellis: --type: leave out --snapshot and --restore
END
expect "with a partner" 2 "$TRELLIS" boot --type 'a=b' --link h.0=stdio "$tmp/echo.btl" <<'END'
trellis: --type: the partner of the root node's link is its input; leave out its --link
END
echo "1..$n"
