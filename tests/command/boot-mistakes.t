#!/bin/bash
# What trellis boot says of bad input: the message, exit status 2, and nothing touched.
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
n=0

# refuses WHAT MESSAGE ARGUMENTS...: boot with these ends with status 2 and that message (a pattern)
refuses() {
	local what=$1 message=$2 said status
	shift 2
	said=$($TRELLIS boot "$@" 2>&1 > /dev/null < /dev/null)
	status=$?
	n=$((n + 1))
	if [ $status -eq 2 ] && grep -qE "$message" <<< "$said"; then
		echo "ok $n - $what"
	else
		echo "not ok $n - $what"
		echo "# status $status: $said"
	fi
}

# fails WHAT MESSAGE COMMAND: the same for a shell command
fails() {
	local said status
	said=$(eval "$3" 2>&1)
	status=$?
	n=$((n + 1))
	if [ $status -eq 2 ] && grep -qE "$2" <<< "$said"; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		echo "# status $status: $said"
	fi
}

$TRELLIS as --raw -o "$temp/hello.btl" programs/hello/hello.s
$TRELLIS as --raw -o "$temp/worm.btl" programs/worm/worm.s
$TRELLIS as --elf -o "$temp/hello.elf" programs/hello/hello.s
head -c 100 "$temp/hello.btl" > "$temp/short.btl"
: > "$temp/empty.btl"
printf '\0\1\2\3\4\5\6\7\10' > "$temp/poke.btl"
printf '\177ELF\1\1\1' > "$temp/short.elf"
head -c 200 "$temp/hello.elf" > "$temp/cut.elf"
printf 'topology t\nnode n\nend\n' > "$temp/alone.topo"
mkdir "$temp/shut"

echo 1..33
refuses 'no program' 'missing PROGRAM'
refuses 'unknown option' 'unknown option --frobnicate' --frobnicate x
refuses 'missing file' "cannot open $temp/none: No such file" "$temp/none"
refuses 'a directory' "cannot read $temp: Is a directory" "$temp"
refuses 'an empty file' 'is empty; a boot file begins' "$temp/empty.btl"
refuses 'a truncated block' 'is cut short: its first block has 100 bytes, but only 99 follow' "$temp/short.btl"
refuses 'only a poke' 'contains no code, only pokes and peeks' "$temp/poke.btl"
refuses 'an oversized file' 'is too large: the limit is' /dev/zero
refuses 'an ELF of another machine' 'x86-64' "$TRELLIS"
refuses 'a truncated ELF' 'short.elf' "$temp/short.elf"
refuses 'an ELF with lying headers' 'cut.elf' "$temp/cut.elf"
refuses 'unknown configuration' 'ubc75.*btree_76' --topo programs/ubc75.topo -c btree_76 "$temp/hello.btl"
refuses 'a machine without a host' 'no host link to boot over' --topo "$temp/alone.topo" "$temp/hello.btl"
refuses 'a wrong topology' 'wired twice' --topo tests/sim/topology/data/bad-port.topo "$temp/hello.btl"
refuses 'a root that is none' "$temp/none" --root "$temp/none" "$temp/hello.btl"
refuses 'a time without unit' 'number with its unit' --until 20 "$temp/hello.btl"
refuses 'an environment without value' 'NAME=VALUE' --env X "$temp/hello.btl"
refuses 'a snapshot of a served program' 'needs --raw' --snapshot "$temp/s@1ms" "$temp/hello.btl"
refuses 'a snapshot that is none' 'is not a snapshot' --raw --restore "$temp/hello.btl"
refuses 'a snapshot where nothing can be written' 'cannot write' --raw --snapshot "$temp/none/s@1ms" "$temp/worm.btl"

refuses 'a snapshot after the end' 'the run ends before --snapshot' --raw --until 1ms --snapshot "$temp/s@2ms" "$temp/worm.btl"
$TRELLIS boot --raw --topo programs/ubc75.topo -c btree_16 --snapshot "$temp/early@1us" "$temp/worm.btl" \
	< /dev/null > /dev/null 2>&1
refuses 'a snapshot without its program' 'made before anything was booted' --raw \
	--topo programs/ubc75.topo --restore "$temp/early"
printf '\0\0\0\0' | $TRELLIS boot --raw --snapshot "$temp/snap@1ms" "$temp/worm.btl" > /dev/null 2>&1
head -c 500 "$temp/snap" > "$temp/cut.snap"
sed 's/\x80/\x81/' "$temp/snap" > "$temp/other.snap"
refuses 'a truncated snapshot' 'is damaged' --raw --restore "$temp/cut.snap"
refuses 'a damaged snapshot' 'is damaged' --raw --restore "$temp/other.snap"
refuses 'a snapshot of another machine' 'was made on another machine than programs/mesh16.topo' --raw --topo programs/mesh16.topo --restore "$temp/snap"

fails 'a snapshot on a full disk' 'cannot write /dev/full: No space' \
	"printf '\\0\\0\\0\\0' | $TRELLIS boot --raw --snapshot /dev/full@1ms $temp/worm.btl"
fails 'a full disk' 'cannot write standard output: No space' \
	"printf '\\0\\0\\0\\0' | $TRELLIS boot --raw $temp/worm.btl > /dev/full"
fails 'a full disk of a served program' 'cannot write standard output: No space' \
	"$TRELLIS boot $temp/hello.btl > /dev/full"
fails 'a closed standard output' 'cannot write standard output: Bad file' \
	"printf '\\0\\0\\0\\0' | $TRELLIS boot --raw $temp/worm.btl >&-"
for command in boot run shell bench; do
	fails "$command --sync" 'sync step: expected windows or lockstep' "$TRELLIS $command --sync step x"
done
