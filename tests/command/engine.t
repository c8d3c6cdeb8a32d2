#!/bin/bash
# The engines: self-checking programs and applications have the same fingerprint with the interpreter, with code that runs
# often translated, and with all code translated, also where nodes run ahead.
. tests/tap.sh

# fingerprint ENGINE AHEAD COMMAND...: of a run, with its output.
fingerprint()
{
	"$TRELLIS" "$3" --engine "$1" --ahead "$2" "${@:4}" 2>&1 < /dev/null | grep -v 'simulated in'
}

# same WHAT COMMAND...: all engines have the same.
same()
{
	local what=$1 expected
	expected=$(fingerprint interpreter off "${@:2}")
	grep -q '^fingerprint' <<< "$expected"
	result $? "$what has a fingerprint"
	for engine in translate eager; do
		for ahead in off 300 25000; do
			is "$what, $engine, ahead $ahead" "$(fingerprint $engine $ahead "${@:2}")" "$expected"
		done
	done
}

expect "an engine there is not" 2 "$TRELLIS" boot --engine fast "$tmp/none" <<'END'
trellis: --engine fast: expected interpreter, translate or eager
END
for ahead in 0 1000001 far; do
	expect "ahead $ahead" 2 "$TRELLIS" boot --ahead $ahead "$tmp/none" <<-END
	trellis: --ahead $ahead: expected a number of cycles from 1 to 1000000, or off
	END
done
export TRELLIS_ENGINE=fast
expect "another one in the environment" 2 "$TRELLIS" boot "$(dirname "$TRELLIS")/programs/hello.btl" <<'END'
trellis: TRELLIS_ENGINE=fast: expected interpreter, translate or eager
END
export TRELLIS_ENGINE=eager
bash tests/sim/cpu/asm.t > "$tmp/asm"
grep -A1 '^not ok' "$tmp/asm" > "$tmp/diff"
[ ! -s "$tmp/diff" ] && [ "$(grep -c '^ok' "$tmp/asm")" -ge 60 ]
result $? "the self-checking programs, all translated"
unset TRELLIS_ENGINE

if [ -x "$(dirname "$TRELLIS")/trellis-cc" ]; then
	same "quadrature on 7 nodes" run -b "$tmp/build" -n 7 programs/quad/quad.vms
	same "merge sort on 75 nodes" run -b "$tmp/build" -n 75 -t programs/ubc75.topo -u 300ms programs/msort/msort.vms
	for how in "--moments 0" "--moments 1"; do
		"$TRELLIS" run -b "$tmp/build" -n 7 --ahead 25000 --record "$tmp/record" $how programs/quad/quad.vms > "$tmp/out" 2>&1
		is "ahead 25000, recorded $how" "$(grep '^fingerprint' "$tmp/out")" \
			"$("$TRELLIS" run -b "$tmp/build" -n 7 programs/quad/quad.vms 2>&1 | grep '^fingerprint')"
		is "and replayed" "$("$TRELLIS" replay "$tmp/record" 2>&1 | grep '^fingerprint')" "$(grep '^fingerprint' "$tmp/out")"
	done
	same "queens in lockstep, with a fault" run -b "$tmp/build" -n 5 --sync lockstep -u 2s \
		--fault 'flip n2 0x80001000.3 at 20ms' programs/queens/queens.vms -- 6
fi
echo "1..$n"
