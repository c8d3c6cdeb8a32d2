#!/bin/bash
# trellis occam: a program from its sources to its run, and the machine of a network from the collector's map.
#
# T4 names a copy of the public repository pahihu/t4, which has the toolset. Without one, only what needs no tool is tested.
. tests/tap.sh
unset TRELLIS_OCCAM
build=${TRELLIS%/*}
inmos=$PWD/tests/apps/inmos
values=$PWD/tests/command/occam/values.occ
cd "$tmp" || exit

mistake() {
	expect "$1" 2 "$TRELLIS" occam "${@:2}"
}
mkdir -p fake/itools fake/libs full
touch fake/itools/oc.btl full/mine
cat >away.occ <<'END'
#INCLUDE "sub/../../x.inc"
END
cat >missing.occ <<'END'
-- #INCLUDE "commented.inc"
#INCLUDE "none.inc"
END
echo '#USE "none.c8h"' >missing.pgm
mistake "no toolset" "$inmos/sieve.occ" <<'END'
trellis: occam: no toolset. INMOS's occam 2 toolset (D7205) is not part of Trellis; d7205a.tar.gz in folder itools/d7205 of the public repository pahihu/t4 has it: unpack it, and name the directory with --toolset DIR or TRELLIS_OCCAM
END
mistake "not a toolset" --toolset full "$inmos/sieve.occ" <<'END'
trellis: occam: full has no itools/oc.btl. INMOS's occam 2 toolset (D7205) is not part of Trellis; d7205a.tar.gz in folder itools/d7205 of the public repository pahihu/t4 has it: unpack it, and name the directory with --toolset DIR or TRELLIS_OCCAM
END
export TRELLIS_OCCAM=$tmp/fake
mistake "no file" <<'END'
trellis: occam: missing FILE.occ or FILE.pgm; see 'trellis occam --help'
END
mistake "not there" none.occ <<'END'
trellis: cannot open none.occ: No such file or directory
END
mistake "another kind of file" "$inmos/pair.topo" <<END
trellis: occam: $inmos/pair.topo: expected a file .occ, or .pgm for a network
END
mistake "another chip" --chip T9000 "$inmos/sieve.occ" <<'END'
trellis: --chip T9000: expected T400, T414, T425, T800, T801, T805 or TA
END
mistake "a directory of somebody else" --build full "$inmos/sieve.occ" <<'END'
trellis: occam: full has other files: name a new directory with --build
END
mistake "outside the directory" away.occ <<'END'
./away.occ:1: "sub/../../x.inc": name files in the directory of the sources, or below
END
mistake "a missing file" missing.occ <<'END'
./missing.occ:2: no file none.inc in . or in the toolset's libs
END
mistake "a missing unit" missing.pgm <<'END'
trellis: missing.pgm uses "none.c8h": neither none.occ nor this file is in .
END
is "nothing was changed" "$(ls full)" mine

toolset=$T4/itools/d7205/d7205a.tar.gz
[ -f "$toolset" ] || { echo "1..$n"; exit; }
tar -xzf "$toolset"
export TRELLIS_OCCAM=$tmp/d7205
examples=$TRELLIS_OCCAM/examples

# occam [OPTION]... FILE: what a program prints, without its fingerprint and the recording's name.
occam() {
	"$TRELLIS" occam --record none "$@" 2>&1 | sed '/^fingerprint/d; s/fingerprint [0-9a-f]*$//'
	return "${PIPESTATUS[0]}"
}

primes="   2   3   5   7  11  13  17  19  23  29"
is "one transputer" "$(occam "$inmos/sieve.occ" </dev/null)" "$primes"
made() {
	stat -c '%n %y' sieve.occam/sieve.*
}
before=$(made)
is "again" "$(occam "$inmos/sieve.occ" </dev/null)" "$primes"
is "... without making it again" "$(made)" "$before"
is "for another chip" "$(occam --chip T414 "$inmos/sieve.occ" </dev/null; sed -n 2p sieve.occam/sieve.topo)" "$primes
node n type=T414 mem=4M unmapped=float"
cp "$inmos/sieve.occ" own.occ
is "an own program" "$(occam own.occ </dev/null)" "$primes"
sed -i 's/end IS 30/end IS 28/; s/primes IS 10/primes IS 9/' own.occ
is "... that has changed" "$(occam own.occ </dev/null)" "${primes%  29}"

# Units that use each other, and files with a PC's line ends.
printf 'VAL INT factor IS 3:\r\n\032' >factor.inc
cat >twice.occ <<'END'
#INCLUDE "factor.inc"
INT FUNCTION twice (VAL INT n) IS factor * n:
END
cat >uses.occ <<'END'
#INCLUDE "hostio.inc"
#USE "hostio.lib"
#USE "twice"
PROC uses (CHAN OF SP fs, ts, []INT memory)
  SEQ
    so.write.int (fs, ts, twice (7), 0)
    so.write.nl (fs, ts)
    so.exit (fs, ts, sps.success)
:
END
is "a unit" "$(occam uses.occ </dev/null | tail -1)" 21
echo 'VAL INT factor IS 5:' >factor.inc
is "... of which an included file has changed" "$(occam uses.occ </dev/null | tail -1)" 35
sed -i 's/factor \*/unknown */' twice.occ
is "the compiler's mistakes" "$(occam uses.occ </dev/null 2>&1 | grep -v '^ *[0-9]*:\|^-*^'; echo "${PIPESTATUS[0]}")" \
	"1 error found in source

Error-oc-twice.occ(2)- unknown is not declared
unknown undeclared on \"twice.occ\" line 2
trellis: oc has not made uses.occam/twice.tco
2"

# A network: ours, recorded and repeated; and those of the toolset.
is "two transputers" "$("$TRELLIS" occam --record pair.rec "$inmos/pair.pgm" </dev/null 2>err; grep -c 'second halted by Error' err)" \
	"   250
   333
   500
  1000
1"
is "... recorded" "$("$TRELLIS" replay pair.rec 2>&1 | grep -o 'fingerprint.*')" "$(grep fingerprint err)"
network() {
	is "$1" "$(occam --until 1s "$examples/occonf/$1.pgm" </dev/null | sed -n "${3:-2,5}p" | paste -sd' ')" "$2"
}
network oring "1 3 7 15"
network otree "2 8 26 80"
network opipe "1 3 7 15"
network osquare "386 30494 2378918 185555990"
network ozigzag "351 9828 265707 7174440"
network b3b4 "Remote network started" 2
is "a processor of each chip" "$(grep -o 'type=[^ ]* .*speed.*' b3b4.occam/b3b4.topo | sort | uniq -c | tr -s ' ')" \
	" 4 type=T414 mem=4M speed=10Mb unmapped=float
 1 type=T800 mem=4M speed=10Mb unmapped=float"
is "five sorters" "$(printf 'pear\rapple\rfig\r\r' | occam --until 5s "$examples/sorter/sortb4b3.pgm" | tr -d '\r' | sed 1d | paste -sd' ')" \
	"pear aepr apple aelpp fig fgi "

# The debugger and flowback: lines, variables and calls from the compiler's records. Numbers are those that the program
# computes; idebug, INMOS's own debugger, finds the same line (tests/apps/inmos.t).
occam --record values.rec "$values" </dev/null >/dev/null
line() { # of the first place with TEXT
	grep -n -m1 -- "$1" "$values" | cut -d: -f1
}
debugger() { # COMMAND...: of a debugger that begins before the program
	local options=()
	for command in "goto 0ms" "$@"; do options+=(-e "$command"); done
	"$TRELLIS" debug --batch "${options[@]}" values.rec 2>&1 | sed 's# at /.*/# at #'
}
all="long_limit = 5000000001
yes = true
letter = 65 'A'
short = 300
long = 5000000000
half = 0.5
third = 0.25
table = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}}
text = \"hello\""
is "variables of all types" "$(debugger "break values.occ:$(line 'so.write.int')" continue 'info locals' | sed '1,/so.write.int/d')" "$all
sums = {101, 104, 109, 116}
total_sum = 100"
is "a process in a process of a replicated PAR" "$(debugger "break values.occ:$(line 'sums.i. := deep')" \
	continue 'info locals' continue 'print deep' 'print own' 'print i' | grep -E '^(deep|own|i) =')" "deep = 101
own = 1
i = 0
deep = 104
own = 4
i = 1"
is "beside it" "$(debugger "break values.occ:$(line 'total.sum + beside')" continue 'print beside' 'print total_sum' | tail -2)" "beside = 77
total_sum = 23"
is "a procedure and its caller" "$(debugger 'break values.occ:'"$(line 'last := row')" continue 'print row[0]' 'print from' 'print n' bt |
	grep -E '^(row.0.|from|n) =|^#' | sed 's/row=[^)]*/.../')" "row[0] = 0
from = 0
n = 4
#0  fill (...) at values.occ:$(line 'last := row')
#1  values (fs=0x80000010, ts=0x80000000, memory=...) at values.occ:$(line 'fill (table')"
is "through libraries" "$(debugger 'break sp_write' continue bt | grep -oE '^#[0-9] +[a-z_]+')" "#0  sp_write
#1  so_write_int
#2  so_write_int
#3  values"
is "a step into a function, and out of it" "$(debugger 'break square' continue 'print x' finish | grep -oE '^x = 1|values \(.*' | tail -2)" \
	"x = 1
values (fs=0x80000010, ts=0x80000000, memory=...) at values.occ:$(line 'own := square')"
is "why a number is what it is" "$("$TRELLIS" why values.rec 'stdout~"100"' | grep -oE '(total_sum|beside|table.2..3.) = .*' | sed 's/ at .*//; s/  [0-9.]*[mu]s//' | head -3)" \
	"total_sum = 100  values()  values.occ:$(line 'total.sum + beside')  | total.sum := total.sum + beside
beside = 77  values()  values.occ:$(line 'beside := 77')  | beside := 77
table[2][3] = 23  fill()  values.occ:$(line 'row.i. := from')  | row[i] := from + i"
is "why a network stops" "$("$TRELLIS" why pair.rec | sed -nE '1,2s/  [0-9.]+[mu]s//gp' | sed 's/ *([0-9]* exec[^)]*)//')" \
	"[1] the node stops  (halted by Error)  worker()  worker.occ:7  node 1 worker  | out ! 1000 / n
  n by message: [2] n = 0  master()  master.occ:14  node 0 master  | n := n - 1"
is "the sources are in the recording" "$("$TRELLIS" info pair.rec | grep -c 'worker.occ\|master.occ')" 2
is "two processors stop in it" "$("$TRELLIS" debug --batch -e bt -e 'node 1' -e bt pair.rec 2>&1 | grep -oE '^#.*' | sed 's/ (.*)//; s# at .*/# at #; s/, 0x.*//')" \
	"#0  VIRTUAL_IN_ in master
#1  master at master.occ:11
#0  worker at worker.occ:7"
echo "1..$n"
