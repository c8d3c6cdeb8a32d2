# keyboard.sh - read in by scripts: $tmp/get.btl and $tmp/poll.btl, programs that ask iserver for keys.

# served REQUEST: send this request of the program to iserver, and receive the reply from local word 2 on
served() {
	printf '\tldc\t%s-9f\n\tldpi\n9:\tmint\n\tldc\t%s_end-%s\n\tout\n' "$1" "$1" "$1"
	printf '\tldc\t0\n\tstl\t1\n\tldlp\t1\n\tmint\n\tldnlp\t4\n\tldc\t2\n\tin\n'
	printf '\tldlp\t2\n\tmint\n\tldnlp\t4\n\tldl\t1\n\tin\n'
}
# program TAG: shows "> ", and each key until a carriage return; q or the input's end ends it. TAG: of getkey or pollkey,
# which asks again.
program() {
	printf '\tajw\t400\n\tmint\n\tsthf\n\tmint\n\tstlf\nline:'
	served prompt
	printf 'next:'
	served key
	if [ "$1" = 31 ]; then
		printf '\tldlp\t2\n\tlb\n\tcj\tshow\n\tj\tnext\n'
	else
		printf '\tldlp\t2\n\tlb\n\tcj\tshow\n\tj\tleave\n'
	fi
	printf 'show:\tldlp\t2\n\tadc\t1\n\tlb\n\tldc\techo_key-1f\n\tldpi\n1:\tsb\n'
	served echo
	printf '\tldlp\t0\n\tldc\techo_key-1f\n\tldpi\n1:\tlb\n\teqc\t13\n\tcj\t2f\n\tj\tline\n'
	printf '2:\tldc\techo_key-1f\n\tldpi\n1:\tlb\n\teqc\t113\n\tcj\tnext\nleave:'
	served exit
	printf '\tstopp\nprompt:\t.byte\t10, 0, 13, 1, 0, 0, 0, 2, 0, 62, 32, 0\nprompt_end:\n'
	printf 'key:\t.byte\t6, 0, %s, 0, 0, 0, 0, 0\nkey_end:\n' "$1"
	printf 'echo:\t.byte\t8, 0, 13, 1, 0, 0, 0, 1, 0\necho_key:\t.byte\t0\necho_end:\n'
	printf 'exit:\t.byte\t6, 0, 35, 0xFF, 0xC9, 0x9A, 0x3B, 0\nexit_end:\n'
}
program 30 >"$tmp/get.s"
program 31 >"$tmp/poll.s"
for name in get poll; do
	"$TRELLIS" as --raw -o "$tmp/$name.btl" "$tmp/$name.s"
done
