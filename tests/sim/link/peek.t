#!/bin/bash
# The boot logic pokes and peeks words over the link, before it takes code.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
echo 1..2
# poke 0x12345678 at 0x80000800, poke 0xCAFEF00D behind it, peek both, and a word nobody has written
printf '\x00\x00\x08\x00\x80\x78\x56\x34\x12\x00\x04\x08\x00\x80\x0d\xf0\xfe\xca' > "$temp/boot"
printf '\x01\x04\x08\x00\x80\x01\x00\x08\x00\x80\x01\x00\x09\x00\x80' >> "$temp/boot"
printf '\x02\x21\xf5' >> "$temp/boot" # code: stopp
got=$($TRELLIS boot --raw "$temp/boot" < /dev/null 2> "$temp/print1" | od -An -v -tx4)
[ "$got" = ' cafef00d 12345678 00000000' ] && echo 'ok 1 - pokes and peeks' ||
	printf 'not ok 1 - pokes and peeks\n# got %s\n' "$got"
$TRELLIS boot --raw --sync lockstep --link-events byte "$temp/boot" < /dev/null > /dev/null 2> "$temp/print2"
cmp -s "$temp/print1" "$temp/print2" && echo 'ok 2 - the same in lockstep' || echo 'not ok 2 - the same in lockstep'
