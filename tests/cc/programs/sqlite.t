#!/bin/bash
# SQLite and its shell as they come, on a node: random statements have the results that SQLite has on this host, and the
# database is one for it. SQLITE=DIR: the directory of sqlite3.c, sqlite3.h and shell.c (sqlite-autoconf's archive).
. tests/tap.sh
[ -n "$SQLITE" ] || { echo "1..0 # SKIP SQLITE=DIR names no directory of SQLite's source"; exit; }
options=(-w -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -I"$SQLITE")
gcc -O1 "${options[@]}" "$SQLITE/shell.c" "$SQLITE/sqlite3.c" -lm -o "$tmp/host" || exit 1

levels=(-O1)
[ -n "$LONG" ] && levels=(-O0 -O1 -O2 -Os)
for level in "${levels[@]}"; do
	"$TRELLIS" cc $level "${options[@]}" "$SQLITE/shell.c" "$SQLITE/sqlite3.c" -o "$tmp/shell.elf" 2> "$tmp/said"
	is "$level: compiled as it comes" "$? $(grep -vc 'warning: .* always fails: ' "$tmp/said")" "0 0"
	for seed in $(seq 1 $([ -n "$LONG" ] && echo 20 || echo 4)); do
		rm -rf "$tmp/here" "$tmp/there"
		mkdir "$tmp/here" "$tmp/there"
		python3 tests/cc/programs/sqlite.py "$seed" > "$tmp/statements"
		"$tmp/host" "$tmp/there/it.db" < "$tmp/statements" > "$tmp/wanted" 2>&1
		"$TRELLIS" boot --root "$tmp/here" "$tmp/shell.elf" it.db < "$tmp/statements" 2>&1 | grep -v '^fingerprint ' > "$tmp/found"
		is "$level: statements $seed" "$(cat "$tmp/found")" "$(cat "$tmp/wanted")"
		is "... and the database" "$("$tmp/host" "$tmp/here/it.db" 'pragma integrity_check; select * from item' | md5sum)" \
			"$(echo 'pragma integrity_check; select * from item;' | "$tmp/host" "$tmp/there/it.db" | md5sum)"
	done
done
echo "1..$n"
