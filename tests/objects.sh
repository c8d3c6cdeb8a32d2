# objects.sh - read in by test scripts: lists the host's objects, and the symbols in them as the
# linker sees them.

# objects BUILD: of the present sources, as far as this machine can compile them; an older one may lie beside them
objects() {
	git ls-files -co --exclude-standard '*.c' | sed 's/c$/o/' | while read -r o; do
		[ -f "$1/host/$o" ] && echo "$o"
	done
}

# symbols DIRECTORY OBJECT...: lines `object kind name`, the kind as nm has it: U for a name that the object needs
symbols() {
	(cd "$1" && shift && nm -A -g -- "$@") | awk '{ sub(/:.*/, "", $1); print $1, $(NF - 1), $NF }'
}
