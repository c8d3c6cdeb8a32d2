# echo.sh - read in by tests after tap.sh: a program for a bare node, $tmp/echo.btl.
cat >"$tmp/echo.s" <<'END'
# sends back every byte that comes over the link it was booted over, plus one
	ajw	40
	stl	0
	stl	0
	stl	20
	mint
	sthf
	mint
	stlf
1:	ldlp	1
	ldl	20
	ldc	1
	in
	ldlp	1
	lb
	adc	1
	ldlp	1
	sb
	ldlp	1
	ldl	20
	ldnlp	-4
	ldc	1
	out
	j	1b
END
"$TRELLIS" as --raw -o "$tmp/echo.btl" "$tmp/echo.s"
