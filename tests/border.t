#!/bin/bash
# What the nodes' software and the host must agree on stands in one header that both include: the host defines none of
# these names again, and uses no number in place of one (border.py).
. tests/tap.sh

mapfile -t host < <(git ls-files -co --exclude-standard '*.[ch]' | grep -E '^(base|cc|detrek|sim|tmon/host|vm)/' | grep -v '^vm/native/')
is "nothing of the border stands twice" "$(python3 tests/border.py "${host[@]}" 2>&1)" ""

# found WHAT <<CODE: in this code it would be found
found() {
	cat > "$tmp/bad.c"
	is "it finds $1" "$(python3 tests/border.py "$tmp/bad.c" 2>&1)" "$tmp/bad.c:1: $2"
}
found "a call's number" "KC_SEM_WAIT is defined in a header of the nodes' software; include it" <<< 'enum { KC_SEM_WAIT = 13 };'
found "a name of the kernel's own headers" "PARKED_BYTES is defined in a header of the nodes' software; include it" <<< 'enum { PARKED_BYTES = 64 };'
found "a macro" "KCALL_WAITS is defined in a header of the nodes' software; include it" <<< '#define KCALL_WAITS (1u << 31)'
found "a number under another name" "a number from kernel.h; define it in a header that both sides include" <<< 'enum { DIE = 4 }; /* SIGNAL_DIE of kernel.h */'
found "an address" "0x80000600: an address or flag as a number" <<< 'enum { CHIP_LINKS = (int)0x80000600 };'
found "an offset" "+ 12: an offset as a number; use offsetof, or a name" <<< 'Addr a = word(f, semaphore + 12);'
found "a number to compare with" "tag == 13 a number without a name" <<< 'bool writes = tag == 13;'
found "a case" "case 13: a number without a name" <<< 'switch (number) { case 13: wait(); }'
echo "1..$n"
