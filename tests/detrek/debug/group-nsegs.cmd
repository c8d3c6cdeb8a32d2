# The receiver takes no results, because its Nsegs is 0: it is another one than the generator's.
break data_generator
continue
watch Nsegs
continue
break result_receiver
continue
print Nsegs
process 0.8
print Nsegs
