#!/bin/bash
# INMOS's occam and C toolsets on the machine: they compile, link, configure and collect programs of ours, which then
# run; and their debuggers look at a network that an error has stopped. docs/inmos.md tells the commands.
#
# T4 names a copy of the public repository pahihu/t4, which has both toolsets. Without one there is nothing to run.
toolsets=$T4/itools
[ -f "$toolsets/d7205/d7205a.tar.gz" ] && [ -f "$toolsets/d7214/d7214c.tar.gz" ] ||
	{ echo "1..0 # SKIP T4 does not name a copy of the repository pahihu/t4"; exit; }
. tests/tap.sh

# Everything lies below one directory, the programs' root: the occam tools in d7205, the C tools in ictools.
tar -xzf "$toolsets/d7205/d7205a.tar.gz" -C "$tmp"
tar -xzf "$toolsets/d7214/d7214c.tar.gz" -C "$tmp"
cp tests/apps/inmos/* "$tmp"
cd "$tmp" || exit

# boot OPTION...: a run without its fingerprint.
boot() {
	"$TRELLIS" boot -u 100s -r . -e "ISEARCH=/ictools/libs/;/d7205/libs/" -e ITERM=/d7205/iterms/ansi.itm "$@" 2>&1 |
		sed '/^fingerprint/d; s/fingerprint [0-9a-f]*$//'
	return "${PIPESTATUS[0]}"
}

# tool NAME ARGUMENT...: what a tool says; nothing if all is well.
tool() {
	local set=d7205
	[[ $1 = icc || $1 = icconf ]] && set=ictools
	boot "$set/itools/$1.btl" "${@:2}" </dev/null || echo "$1 ends with status $?"
}

# link UNIT TYPE LIBRARY...: of the occam compiler's UNIT.tco.
link() {
	tool ilink "$1.tco" "${@:2}" -f occam8.lnk -t800 -h -o "$1.cah"
}

# An occam program on one transputer.
is "oc" "$(tool oc sieve.occ -t800 -h)" "Warning-oc-sieve.occ(3)- Parameter memory is not used"
is "ilink, of occam" "$(tool ilink sieve.tco hostio.lib convert.lib -f occam8.lnk -t800 -h)" ""
is "icollect, of one program" "$(tool icollect sieve.lku -t)" ""
is "an occam program runs" "$(boot sieve.btl </dev/null)" "   2   3   5   7  11  13  17  19  23  29"

# A C program.
is "icc" "$(tool icc count.c -t800)" ""
is "ilink, of C" "$(tool ilink count.tco -f startup.lnk -t800)" ""
is "icollect, of C" "$(tool icollect count.lku -t)" ""
printf 'occam is a\nprogramming language\n' >text
is "a C program runs" "$(boot count.btl text counted </dev/null; echo $?; cat counted)" \
	"7
2 lines, 5 words, 5.400 letters each"

# What docs/accuracy.md compares with published figures: arrays and code on the chip, and in the fastest external memory.
machine() {
	printf 'topology t\nnode n type=T800 mem=4M wait=%s unmapped=float\nhost h\nwire h.0 n.0\nend\n' "$1"
}
is "a Livermore loop and LINPACK" "$(tool oc loop7.occ -t800 -h -u -k
	tool ilink loop7.tco hostio.lib convert.lib -f occam8.lnk -t800 -h; tool icollect loop7.lku -t
	tool icc linpack.c -t800; tool ilink linpack.tco -f startup.lnk -t800; tool icollect linpack.lku -t)" \
	"Warning-oc-loop7.occ(3)- Parameter memory is not used"
is "their speed" "$(boot -t <(machine 0) loop7.btl </dev/null; boot -t <(machine 2) linpack.btl </dev/null)" \
	"1523 KFLOPS
0.3550 MFLOPS, error 6.8e-14"

# A network: occam's configurer, then that of C.
is "two occam processes" "$(tool oc master.occ -t800 -h; tool oc worker.occ -t800 -h
	link master hostio.lib convert.lib; link worker)" ""
is "occonf" "$(tool occonf pair.pgm -h)" ""
is "icollect, of a network" "$(tool icollect pair.cfb)" ""
stopped="   250
   333
   500
  1000
node second halted by Error (80000225, Iptr 80000225) at 149422 cycles"
is "an occam network runs to its error" "$(boot -t pair.topo pair.btl </dev/null)" "$stopped
deadlock: all processes are waiting"
is "... behind a node with iskip" "$(boot -t debug.topo --then pair.btl d7205/itools/iskip.btl 2 </dev/null | sed 's/ at [0-9]* cycles//')" \
	"$(sed 's/ at [0-9]* cycles//' <<< "$stopped")
deadlock: all processes are waiting"
is "two C processes" "$(tool icc head.c -t800; tool icc twice.c -t800
	tool ilink head.tco -f startup.lnk -t800; tool ilink twice.tco -f startrd.lnk -t800)" ""
is "icconf" "$(tool icconf ring.cfs)" ""
is "icollect, of a ring" "$(tool icollect ring.cfb)" ""
is "a C network runs" "$(boot -t ring.topo ring.btl </dev/null)" \
	"1 comes back as 4
2 comes back as 8
3 comes back as 12"

# The tools around them.
is "imakef" "$(tool imakef pair.btl -c; grep -c -e 'OCCAM) [mw]' -e 'LINK) -f' -e 'OCONFIG) pair' -e 'COLLECT) pair' pair.mak)" 6
is "ilibr" "$(tool ilibr worker.tco -o worker.lib)" ""
is "ilist" "$(tool ilist -n worker.lib | grep -o 'worker .*T800 H')" \
	"worker                    OCCAM         T800 H"
is "isim runs a program on a simulated T425" \
	"$(tool oc sieve.occ -t425 -h -o four.tco | grep -v Warning
	tool ilink four.tco hostio.lib convert.lib -f occama.lnk -t425 -h -o four.lku
	tool icollect four.lku -t -o four.btl; tool isim -bq four.btl | tail -1)" "   2   3   5   7  11  13  17  19  23  29"

# INMOS's simulator as another opinion on the operations, with all cases on both.
bash opinion.sh 100 >opinion.occ
is "a program of 31 operations" "$(tool oc opinion.occ -t425 -s -w | grep -v Warning
	tool ilink opinion.tco hostio.lib convert.lib -f occama.lnk -t425 -s; tool icollect opinion.lku -t)" ""
boot -t <(printf 'topology t\nnode n type=T425 unmapped=float\nhost h\nwire h.0 n.0\nend\n') opinion.btl </dev/null >ours
tool isim -bq opinion.btl >theirs
is "isim has the same results" "$(cut -c 1-5 ours | grep -c '[a-z]') operations
$(diff ours theirs)" "31 operations
"

# The network that stopped: idump writes the root's memory down, idebug finds the line in the other node's memory, over
# the link; escape and 9 show its registers, escape and X leave.
printf '\0339\033X' | boot -t pair.topo --analyse 'd7205/itools/idump.btl core.dmp #100000' \
	--reset 'd7205/itools/idebug.btl pair.btl -r core.dmp' pair.btl >said
is "idump" "$(stat -c %s core.dmp)" 1048700
is "the network's own output, before" "$(head -5 said)" "$stopped"
# at PLACES: what is written on the screen there; a place is row;column.
at() {
	sed 's/\x1b\[\([0-9]*;[0-9]*\)H/\n\1 /g; s/\x1b\[[JK]//g' said | grep -a -E "^($1) ."
}
is "idebug finds the error and its line" "$(at '1;1|24;1' | grep -a -E 'Located OK|worker.occ' | sort -u)" \
	'1;1 Located OK - Overflow during division - Processor 1 (T800)
24;1 occam file "worker.occ", line 7'
is "and shows the registers" "$(at '[4-8];16|6;28|21;1')" \
	"4;16 #80000224
5;16 #800001ED
6;16 Set
7;16 Clear
8;16 Set
21;1 Overflow during division, Last instruction was : div         
6;28 Program code        : #80000218 - #80000383 (  364 )"

# The same network behind the debugger's own node: at breakpoints, and to its error. B and G set a breakpoint at every
# entry, J starts the program, a blank asks for the place in the text.
debug() {
	printf "$1" | boot -t debug.topo d7205/itools/idebug.btl pair.btl -b 2 >said
}
debug 'BGJ\r \0339q'
is "idebug stops a network at a breakpoint" "$(at '17;28|1;1' | grep -a -E ' set at|Located'; at '4;16|9;16' | tail -2)" \
	'17;28 Breakpoint set at all entrypoints OK
1;1 Located OK - Processor has hit a breakpoint - Processor 0 (T800)
1;1 Located OK - Processor has hit a breakpoint - Processor 0 (T800)
4;16 #80003725
9;16 Clear'
debug 'J\r \0339q'
is "idebug runs a network to its error" "$(grep -a -o -E '^ *(250|333|500|1000)$|Program has crashed  .*set]' said)" \
	"   333
   500
  1000
Program has crashed  [error flag set]"
echo "1..$n"
