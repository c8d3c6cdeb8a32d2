# stencils_aarch64.awk - what stencils.awk must know of arm64. A hole is two instructions, each with
# half of the number; in a brief stencil it is one, and the number has 16 bits.

function out_of(line,    word) {
	split(line, word)
	return word[1] == "b" && word[2] !~ /^\./ ? word[2] : ""
}

function branch_of(line,    word, last) {
	last = split(line, word, /[ \t,]+/)
	return word[2] ~ /^(b|b\..*|cbn?z|tbn?z)$/ ? word[last] : ""
}

# inverse: of a condition
function inverse(condition,    at) {
	at = index("eqnehslomiplvsvchilsgeltgtle", condition)
	at += at % 4 == 1 ? 2 : -2
	return substr("eqnehslomiplvsvchilsgeltgtle", at, 2)
}

# branch: one with a condition does not reach another section, so it passes over one without.
function branch(line, to, far,    word) {
	split(line, word)
	sub(/[^ \t]+$/, to, line)
	if (!far || word[1] == "b")
		return line
	if (word[1] ~ /^b\./)
		sub(/b\.../, "b." inverse(substr(word[1], 3)), line)
	else if (!sub(/bz/, "bnz", line))
		sub(/bnz/, "bz", line)
	sub(/[^ \t]+$/, ".Lover" ++overs, line)
	return line "\n\tb\t" to "\n.Lover" overs ":"
}

# prepare: nothing follows a jump; a function that needs a stack is left out, for the interpreter.
function prepare(    i, kept, before) {
	for (i = 1; i <= n; i++) {
		sub(/[ \t]*\/\/.*/, "", text[i])
		if (text[i] ~ /[ \t,[]sp($|[], ])/ && name != "enter")
			return 0
		if (text[i] ~ /^\tret$/ && before ~ /^\tbr?\t/)
			continue
		text[++kept] = before = text[i]
	}
	n = kept
	return 1
}

function shorten(    i, kept, shorter, hole) {
	for (i = 1; i <= n; i++) {
		gsub(/\.LBB[0-9_]+/, "&b", text[i])
		hole = text[i] ~ /:hole_/ && text[i] !~ /:hole_(iptr|part)$/
		if (hole && text[i] ~ /^\tmovk/)
			continue
		if (hole && sub(/abs_g0_nc/, "abs_g0", text[i]))
			shorter = 1
		text[++kept] = text[i]
	}
	n = kept
	return shorter
}
