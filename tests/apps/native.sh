# native.sh - for tests: builds an application for the host from its .vms file, with the sequential
# driver and the nodes' own mathematical functions, so that floating point is the same to the bit.

HOST_FLAGS="-std=gnu11 -I. -Itrek -Ikernel/include -funsigned-char -ffp-contract=off -fno-builtin -fno-math-errno"
STRICT="-Wall -Wextra -Wno-sign-compare -Wno-missing-field-initializers -Werror"

# native_math OUT: the nodes' mathematical functions, as an object file.
native_math() {
	local f dir
	dir=$(mktemp -d)
	for f in $(grep -l 'include <math.h>' kernel/libc/*.c); do
		# not those that are part of something else, such as printf
		grep -q '#include "' "$f" || gcc $HOST_FLAGS -O2 -w -c "$f" -o "$dir/$(basename "$f" .c).o"
	done
	ld -r -o "$1" "$dir"/*.o
	rm -r "$dir"
}

# vms_sources VMS: the C files that it names, each once.
vms_sources() {
	sed -nE 's/^ *(data_generator|comp_function|result_receive|split_function|join_function|sources) *= *([^;]*);.*/\2/p' "$1" |
		tr -d ' ' | tr ',' '\n' | sed "s|^|$(dirname "$1")/|" | sort -u
}

# vms_value VMS KEY: what it says, without commas.
vms_value() {
	sed -nE "s/^ *$2 *= *([^;]*);.*/\1/p" "$1" | tr -d ','
}

# native OUT VMS MATH COMPILER...
native() {
	local out=$1 vms=$2 math=$3
	shift 3
	"$@" $HOST_FLAGS $STRICT -o "$out" $(vms_sources "$vms") vm/native/driver.c \
		kernel/lib/argument.c kernel/lib/picture.c "$math" -lm
}

# run_native PROGRAM VMS OPTIONS...: with the input, number of tasks and arguments that the .vms file says.
run_native() {
	local program=$1 vms=$2 input tasks
	shift 2
	input=$(vms_value "$vms" input_stream)
	tasks=$(vms_value "$vms" total_tasks)
	"$program" ${tasks:+-n $tasks} "$@" -- $(vms_value "$vms" arguments) \
		< "${input:+$(dirname "$vms")/}${input:-/dev/null}"
}
