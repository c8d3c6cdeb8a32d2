# stencils.awk - clang's assembler text of sim/cpu/stencils.c, so that what is executed often is
# short: branches to a mere jump out of the stencil go there themselves, and what follows the first
# jump to the next stencil goes into a section of its own, .cold.NAME. A second form, brief_NAME,
# has less room for numbers. What depends on the host's processor is in stencils_PROCESSOR.awk:
#
#   out_of(line)             where the jump of a line leads, if out of the stencil; else ""
#   branch_of(line)          where the branch of a line leads; "" if it is none
#   branch(line, to, far)    the line with a branch to there; far: into another section
#   prepare()                change text[1..n] before the function is written; false: leave it out
#   shorten()                change text[1..n] to the brief function; false: it has no number for it

function is_label(line) {
	return line ~ /^\.L[A-Za-z0-9_]+:/
}

function label_of(line) {
	return substr(line, 1, index(line, ":") - 1)
}

# put: a function, whose lines are text[1..n]
function put(    i, label, to, cut, part, shortcut) {
	for (i = 1; i < n; i++)
		if (is_label(text[i]) && out_of(text[i + 1]) != "")
			shortcut[label_of(text[i])] = out_of(text[i + 1])
	for (cut = 1; cut < n && out_of(text[cut]) !~ /next$/; )
		cut++
	for (i = 1; i <= n; i++)
		if (is_label(text[i]))
			part[label_of(text[i])] = i <= cut
	for (i = 1; i <= n; i++) {
		label = label_of(text[i])
		if (label in shortcut && out_of(text[i - 1]) != "") {
			i++ # only branches led here
			continue
		}
		if (i > cut && !cold)
			print "\t.section .cold." name ",\"ax\",@progbits"
		cold = i > cut
		to = branch_of(text[i])
		if (to in shortcut)
			to = shortcut[to]
		print to == "" ? text[i] : branch(text[i], to, !(to in part) || part[to] == cold)
	}
	cold = 0
}

/^\t\.size/ { next }
/^[A-Za-z_0-9]+:/ {
	name = substr($1, 1, length($1) - 1)
	n = 0
	inside = 1
	next
}
/^\.Lfunc_end/ {
	inside = 0
	if (!prepare())
		next
	print name ":"
	put()
	sub(/^(__regcall3__)?/, "&brief_", name)
	if (shorten()) {
		print "\t.section .text." name ",\"ax\",@progbits\n\t.type " name ",@function"
		print name ":"
		put()
	}
	next
}
inside && /^[ \t]*(#|\/\/|$)/ { next }
inside { text[++n] = $0; next }
{ print }
