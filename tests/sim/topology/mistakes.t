#!/bin/bash
# Every mistake in data/mistakes.txt gets its messages and exit status, word by word.
# "=== name status" begins a case, its topology follows, then "--- " and each line of the messages.
file=tests/sim/topology/data/mistakes.txt
count=0 name= text= want= status=

check()
{
	[ -n "$name" ] || return
	local got s
	got=$(printf '%s' "$text" | "$TRELLIS" topo - 2>&1 >/dev/null)
	s=$?
	count=$((count + 1))
	if [ "$got" = "${want%$'\n'}" ] && [ $s = "$status" ]; then
		echo "ok $count - $name"
	else
		echo "not ok $count - $name"
		diff <(printf '%s' "$want"; echo "status $status") <(echo "$got"; echo "status $s") |
			sed 's/^/# /'
	fi
}

while IFS= read -r line; do
	case $line in
	'=== '*)
		check
		read -r _ name status <<<"$line"
		text= want=
		;;
	'--- '*) want+=${line#--- }$'\n' ;;
	'# '*) ;;
	*) text+=$line$'\n' ;;
	esac
done <$file
check
echo "1..$count"
