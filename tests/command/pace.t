#!/bin/bash
# A loader resets the link that it was booted over, as Helios's does: the host's next byte is lost, unless the host paces its bytes.
. tests/tap.sh
cat >"$tmp/loader.s" <<'END'
	.equ	TICKS, 10	# at low priority: 640 us
	ajw	20
	ldc	0
	sttimer
	ldtimer
	adc	TICKS
	tin
	mint
	ldnlp	4
	resetch
	mint
	ldnlp	4
	stl	0		# the channel that was reset
1:	ldlp	1
	mint
	ldnlp	4
	ldc	1
	in
	ldlp	1
	mint
	ldc	1
	out
	j	1b
END
"$TRELLIS" as --raw -o "$tmp/loader" "$tmp/loader.s"
# said, finger: what comes back; the fingerprint and the hash.
said() {
	printf abcdef | "$TRELLIS" boot --raw -u 1s "$@" 2>/dev/null
}
finger() {
	printf abcdef | "$TRELLIS" boot --raw -u 1s --hash "$@" 2>&1 >/dev/null
}
is "without a pace the byte that waits is lost" "$(said "$tmp/loader")" ""
is "with one all come" "$(said --pace 1ms "$tmp/loader")" "abcdef"
wanted=$(finger --pace 1ms "$tmp/loader")
is "link events do not matter" "$(finger --pace 1ms --link-events byte "$tmp/loader")" "$wanted"
is "slices do not matter" "$(finger --pace 1ms --slices 50 "$tmp/loader")" "$wanted"
for at in 100us 30ms 36ms 38ms; do
	said --pace 1ms --snapshot "$tmp/s@$at" "$tmp/loader" >/dev/null
	is "a snapshot at $at does not matter" "$(finger --restore "$tmp/s")" "$wanted"
done
hello=$(dirname "$TRELLIS")/programs/hello.btl
is "the server's answers come paced, too" "$("$TRELLIS" boot -u 1s --pace 3us "$hello" 2>/dev/null)" \
	"$("$TRELLIS" boot -u 1s "$hello" 2>/dev/null)"
echo "1..$n"
