#!/bin/bash
# Programs of others on the machine: Savage's benchmark with the library of INMOS's C compiler, and Minix to its shell. They
# are examples of the public repository pahihu/t4; T4 names a copy. Without one there is nothing to run.
[ -d "$T4/examples" ] || { echo "1..0 # SKIP T4 does not name a copy of the repository pahihu/t4"; exit; }
. tests/tap.sh

# machine CHIP: a topology of one node.
machine() {
	printf 'topology single\nnode n0 type=%s mem=2M unmapped=float\nhost h\nwire h.0 n0.0\nend\n' "$1"
}

is "Savage's benchmark" "$("$TRELLIS" boot -t <(machine T800) -u 1s "$T4/examples/savage/savage.b8h" 2>&1 </dev/null | grep -v fingerprint)" \
	"Savage benchmark...
   a = 2500.0000000011773400
diff = -1.1773408914450556e-09"

for chip in T400 T414 T425 T800 T801 T805; do
	is "INMOS's bootstrap on a $chip" \
		"$("$TRELLIS" boot -t <(machine $chip) -u 1s "$T4/hello.btl" 2>&1 </dev/null | grep -v -e fingerprint -e "^$")" "Hello World"
done

# Its disk is a file, which is written to. What is typed is echoed between the lines that it prints.
cp -r "$T4/examples/minix-demo" "$tmp/minix"
chmod -R u+w "$tmp/minix"
minix() {
	"$TRELLIS" boot -t <(machine T414) -r "$tmp/minix" -u 20s "$tmp/minix/boot.btl" 2>&1
}
minix >"$tmp/said" <<'END'
boot
root
ls
echo a word > /tmp.1; cat /tmp.1; mkdir /d; cp /bin/echo /d/e; /d/e from a copy; ls /d
rm /d/e; rmdir /d; ls /d; mv /tmp.1 /tmp.2; cat /tmp.2; sync
exit
END
is "Minix boots, its shell and programs work, and it logs out" \
	"$(grep -a -o -E 'Booting MINIX 1.5|bin +dev +etc +usr|a word$|from a copy$|cannot stat /d|login: ' "$tmp/said")" \
	"Booting MINIX 1.5
login: 
bin        dev        etc        usr
a word
from a copy
cannot stat /d
a word
login: "
echo "1..$n"
