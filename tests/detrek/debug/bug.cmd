# The fourth sum is limited to 260, not to 1000: who changes the limit?
break compute_fn process 1.1 if ntasks == 99
break compute_fn if ntasks == 3
continue
print kept
last kept.limit
print total
print ntasks
quit
