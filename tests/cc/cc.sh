# cc.sh - what the compiler's tests share: sourced, from the repository's root, with $TRELLIS set.

TRELLIS=$(realpath "$TRELLIS")
export TRELLIS
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
number=0

if ! "$TRELLIS" cc --help >/dev/null 2>&1; then
	echo "1..0 # SKIP trellis was built without LLVM"
	exit 0
fi

# run FILE OPTION...: compile, link, boot; the program's output.
run() {
	local file=$1

	shift
	"$TRELLIS" cc "$@" "$file" -o "$tmp/a.elf" && "$TRELLIS" boot --until 60s "$tmp/a.elf"
}

# ok NAME CONDITION...: one test.
ok() {
	local name=$1

	shift
	number=$((number + 1))
	if "$@"; then
		echo "ok $number - $name"
	else
		echo "not ok $number - $name"
	fi
}

# same NAME EXPECTED GOT ERRORS: one test; a failure shows the difference.
same() {
	number=$((number + 1))
	if diff "$2" "$3" >"$tmp/diff"; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		head -20 "$tmp/diff" "$4" | sed 's/^/# /'
	fi
}
