# hello.s - says hello through the host's server, and ends.
#
# One boot block. The server's requests and replies are a length of two bytes and so many bytes; the
# reply's first byte is the result.
#
#	trellis boot hello.btl
#
# Workspace (words):
	.equ	IN, 1			# channels to and from the host
	.equ	OUT, 2
	.equ	REPLY, 3
	.equ	BELOW, 6		# words below Wptr

	.equ	TO_OUTPUT, -4		# words from a link's input channel to its output channel
	.equ	TAG_WRITE, 13
	.equ	TAG_EXIT, 35
	.equ	SUCCESS, 999999999

	.global	start
start:	ajw	BELOW
	stl	IN
	stl	IN
	stl	IN
	ldl	IN
	ldnlp	TO_OUTPUT
	stl	OUT
	ldpi	write
	ldl	OUT
	ldc	write_end - write
	out
	call	reply
	ldpi	exit
	ldl	OUT
	ldc	exit_end - exit
	out
	call	reply
	stopp

# reply: take a whole reply; the caller's workspace is 4 words up.
reply:	ldc	0
	stl	4 + REPLY
	ldlp	4 + REPLY
	ldl	4 + IN
	ldc	2
	in
	ldlp	4 + REPLY
	ldl	4 + IN
	ldl	4 + REPLY
	in
	ret

write:	.half	write_end - . - 2
	.byte	TAG_WRITE
	.byte	1, 0, 0, 0		# standard output
	.half	text_end - text
text:	.ascii	"Hello from a T800, booted over its link 0.\n"
text_end:
	.byte	0			# an even length
write_end:

exit:	.half	exit_end - . - 2
	.byte	TAG_EXIT
	.byte	SUCCESS & 255, SUCCESS >> 8 & 255, SUCCESS >> 16 & 255, SUCCESS >> 24 & 255
	.byte	0
exit_end:
