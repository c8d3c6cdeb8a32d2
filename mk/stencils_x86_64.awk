# stencils_x86_64.awk - what stencils.awk must know of x86-64. In a brief stencil, numbers that are
# added or used in an address have one byte.

function out_of(line,    word) {
	split(line, word)
	return word[1] == "jmp" && word[2] !~ /^[.*]/ ? word[2] : ""
}

function branch_of(line,    word) {
	split(line, word)
	return word[1] ~ /^j/ ? word[2] : ""
}

function branch(line, to, far) {
	sub(/[^ \t]+$/, to, line)
	return line
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

# prepare: without comments; two instructions that load and add a hole's number become one
function prepare(    i, word, other, kept) {
	for (i = 1; i <= n; i++)
		sub(/[ \t]+#.*/, "", text[i])
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
	return 1
}

# shorten: the byte must be the last one of its instruction.
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
