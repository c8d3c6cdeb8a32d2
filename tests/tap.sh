# tap.sh - read in by test scripts: prints results as TAP, and makes $tmp, a directory that is
# removed when the script ends.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
n=0

# result STATUS NAME: one TAP line; on failure with what stands in $tmp/diff
result() {
	n=$((n + 1))
	if [ "$1" = 0 ]; then
		echo "ok $n - $2"
	else
		echo "not ok $n - $2"
		head -40 "$tmp/diff" | cut -c 1-160 | sed 's/^/# /'
	fi
}

# is NAME GOT WANTED: two texts are the same
is() {
	diff <(printf '%s\n' "$3") <(printf '%s\n' "$2") >"$tmp/diff"
	result $? "$1"
}

# expect NAME STATUS COMMAND...: its output is standard input, its exit status as given
expect() {
	local name=$1 status=$2 got
	shift 2
	"$@" >"$tmp/out" 2>&1
	got=$?
	cat >"$tmp/want"
	echo "exit $got" >>"$tmp/out"
	echo "exit $status" >>"$tmp/want"
	diff "$tmp/want" "$tmp/out" >"$tmp/diff"
	result $? "$name"
}

# kept RECORDING: a new directory with what the recording holds
kept() {
	rm -rf "$1.kept"
	"$TRELLIS" info -x "$1.kept" "$1" && echo "$1.kept"
}

# await COMMAND...: until it succeeds. How long that takes depends on the load of the machine; what has not come after
# five minutes will not come.
await() {
	local end=$((SECONDS + 300))
	until "$@"; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.05
	done
}

# ticks PID: the processor time of a process and of its children, those that have ended and those that work, in ticks
# of the clock; of one that has ended, nothing.
ticks() {
	local stat child sum
	read -r stat 2> /dev/null < "/proc/$1/stat" || return 1
	read -ra stat <<< "${stat##*) }"
	[ "${stat[0]}" != Z ] || return 1
	sum=$((stat[11] + stat[12] + stat[13] + stat[14]))
	for child in $(cat "/proc/$1/task/$1/children" 2> /dev/null); do
		sum=$((sum + $(ticks "$child" || echo 0)))
	done
	echo $sum
}

# has_worked PID SECONDS: has a process, with its children, had so much processor time, or ended? Beginning takes less
# than a tenth.
has_worked() {
	local sum
	sum=$(ticks "$1") || return 0
	[ "$sum" -ge "$(awk -v s="$2" -v h="$(getconf CLK_TCK)" 'BEGIN { print int(s * h) }')" ]
}

# sleeps PID: does a process wait, or has it ended?
sleeps() {
	local stat
	read -r stat 2> /dev/null < "/proc/$1/stat" || return 0
	[[ ${stat##*) } = [SZ]* ]]
}
