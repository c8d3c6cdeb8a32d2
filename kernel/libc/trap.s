# trap.s - what a failed check does, or __builtin_trap, in a program that is alone on its node: Error is set, the
# process stops.

	.global	__trap
__trap:
	seterr
	stopp
