# stencils.awk - clang's assembler text of sim/cpu/stencils.c, so that what is executed often is
# short: branches to a mere jump out of the stencil go there themselves, and what follows the first
# jump to the next stencil goes into a section of its own, .cold.NAME.

# out_of: where the jump of a line leads, if out of the stencil; else ""
function out_of(line,    word) {
	split(line, word)
	return word[1] == "jmp" && word[2] !~ /^[.*]/ ? word[2] : ""
}

function is_label(line) {
	return line ~ /^\.L[A-Za-z0-9_]+:/
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
	put()
	inside = 0
	next
}
inside && /^[ \t]*(#|$)/ { next }
inside { text[++n] = $0; next }
{ print }
