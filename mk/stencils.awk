# stencils.awk - clang's assembler text of sim/cpu/stencils.c, so that what is executed often is
# short: branches to a mere jump out of the stencil go there themselves, and what follows the first
# jump to the next stencil goes into a section of its own, .cold.NAME. If a stencil adds a hole's
# number, or uses it in an address, a second form, brief_NAME, has only one byte for the number.

# out_of: where the jump of a line leads, if out of the stencil; else ""
function out_of(line,    word) {
	split(line, word)
	return word[1] == "jmp" && word[2] !~ /^[.*]/ ? word[2] : ""
}

function is_label(line) {
	return line ~ /^\.L[A-Za-z0-9_]+:/
}

# wide: the name of a register of 64 bits
function wide(register) {
	sub(/^%e/, "%r", register)
	sub(/d$/, "", register)
	return register
}

# reads_flags: does an instruction read the flags?
function reads_flags(line) {
	return line ~ /^\t(j[^m]|set|cmov|adc|sbb)/
}

# add_holes: in text[1..n], replace two instructions that load and add a hole's number by one
function add_holes(    i, word, other, kept) {
	for (i = 1; i <= n; i++) {
		split(text[i], word, /[ \t,]+/)
		split(text[i + 1], other, /[ \t,]+/)
		if (i < n && word[2] == "movl" && word[3] ~ /^\$hole_/ && other[2] == "addl" \
				&& other[4] == word[4] && !reads_flags(text[i + 2])) {
			sub(/^\$/, "", word[3])
			text[++i] = "\tleal\t" word[3] "(" wide(other[3]) "), " word[4]
		}
		text[++kept] = text[i]
	}
	n = kept
}

# shorten: change text[1..n] to the brief function; false if it has no number to shorten. The byte
# must be the last one of its instruction.
function shorten(    i, hole, shorter) {
	for (i = 1; i <= n; i++) {
		hole = ""
		gsub(/\.LBB[0-9_]+/, "&b", text[i])
		if (text[i] !~ /\$/ \
				&& match(text[i], /hole_(n|word_bytes|spent|count|part_wait|free)\(/))
			hole = substr(text[i], RSTART, RLENGTH - 1)
		else if (text[i] ~ /^\t(add|cmp)[lq]\t\$hole_(n|word_bytes|spent|count|part_wait),/) {
			match(text[i], /hole_[a-z_]+/)
			hole = substr(text[i], RSTART, RLENGTH)
		}
		if (hole != "") {
			sub(hole, "17", text[i])
			text[i] = text[i] "\n.Lbyte" ++bytes ":\n\t.reloc .Lbyte" bytes \
				" - 1, R_X86_64_8, " hole
			shorter = 1
		}
	}
	return shorter
}

# put: a function, whose lines are text[1..n]
function put(    i, label, word, cold, shortcut) {
	for (i = 1; i < n; i++)
		if (is_label(text[i]) && out_of(text[i + 1]) != "") {
			label = substr(text[i], 1, index(text[i], ":") - 1)
			shortcut[label] = out_of(text[i + 1])
		}
	for (i = 1; i <= n; i++) {
		split(text[i], word)
		if (word[1] ~ /^j/ && word[2] in shortcut)
			sub(word[2], shortcut[word[2]], text[i])
		label = substr(text[i], 1, index(text[i], ":") - 1)
		if (label in shortcut && out_of(text[i - 1]) != "") {
			i++ # only branches led here
			continue
		}
		if (cold == 1) {
			print "\t.section .cold." name ",\"ax\",@progbits"
			cold = 2
		}
		print text[i]
		if (!cold && out_of(text[i]) ~ /next$/)
			cold = 1
	}
}

/^\t\.size/ { next }
/^[A-Za-z_0-9]+:/ && !/^\.L/ {
	print
	name = substr($1, 1, length($1) - 1)
	n = 0
	inside = 1
	next
}
/^\.Lfunc_end/ {
	add_holes()
	put()
	if (sub(/^__regcall3__/, "&brief_", name) && shorten()) {
		print "\t.section .text." name ",\"ax\",@progbits\n\t.type " name ",@function"
		print name ":"
		put()
	}
	inside = 0
	next
}
inside && /^[ \t]*(#|$)/ { next }
inside { text[++n] = $0; next }
{ print }
