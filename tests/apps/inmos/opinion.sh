#!/bin/bash
# opinion.sh CASES - writes an occam program that executes each of these operations of a T425 CASES
# times, and prints for each operation a sum of what it leaves in the registers. Operations that set
# Error are left out, because INMOS's simulator halts itself at them. Operands are such as the
# operations' definitions allow. A row of the list is an operation, the number of registers that it
# leaves defined, and a mask for Areg.
cases=${1:?usage: opinion.sh CASES}
operations='sum 2; diff 2; prod 2; and 2; or 2; xor 2; not 3; gt 2; bsub 2; wsub 2; wsubdb 2; bcnt 3; wcnt 3;
	shl 2 31; shr 2 31; mint 3; dup 3; rev 3; lsum 2; ldiff 2; lmul 2; lshl 2 63; lshr 2 63; norm 3; xdble 3; bitcnt 2;
	bitrevword 3; bitrevnbits 2 31; crcword 2; crcbyte 2; ldinf 3'
operations=$(tr -d '\n\t' <<<"$operations" | tr ';' '\n')

# add N REGISTER: adds it to the sum, if so many are defined.
add() {
	[ "$registers" -lt "$1" ] && echo SKIP || echo "add ($2, sum)"
}

cat <<'END'
#INCLUDE "hostio.inc"
PROC opinion (CHAN OF SP fs, ts, []INT memory)
  #USE "hostio.lib"
  VAL edges IS [0, 1, -1, 2, 31, 32, #7F, #80, #FF, #7FFF, #8000, #FFFF, #7FFFFFFF, #80000000, #80000001, #55555555]:
  PROC add (VAL INT value, INT sum)
    sum := ((sum TIMES 69069) PLUS (sum >> 15)) >< (value TIMES #9E3779B1)
  :
  PROC next (INT seed, value)  -- an edge value, or any, large or small
    SEQ
      seed := (seed TIMES 1664525) PLUS 1013904223
      IF
        (seed >> 30) = 0
          value := edges[(seed >> 20) /\ 15]
        (seed >> 30) = 1
          value := (seed TIMES #2545F491) >> ((seed >> 20) /\ 31)
        TRUE
          value := seed TIMES #2545F491
  :
END
while read -r name registers mask; do
	cat <<END
  PROC do.$name (VAL INT a, b, c, INT sum)
    INT in, ra, rb, rc, well:
    SEQ
      in := a /\\ (${mask:--1})
      ASM
        LDABC in, b, c
        ${name^^}
        STABC ra, rb, rc
        TESTERR
        ST well
      add (well, sum)
      add (ra, sum)
      $(add 2 rb)
      $(add 3 rc)
  :
END
done <<<"$operations"
cat <<'END'
  INT seed, a, b, c, sum:
  SEQ
END
while read -r name _; do
	cat <<END
    seed, sum := 1, 0
    SEQ i = 0 FOR $cases
      SEQ
        next (seed, a)
        next (seed, b)
        next (seed, c)
        do.$name (a, b, c, sum)
    so.write.string (fs, ts, "$name")
    so.write.hex.int (fs, ts, sum, 9)
    so.write.nl (fs, ts)
END
done <<<"$operations"
cat <<'END'
    so.exit (fs, ts, sps.success)
:
END
