goto beginning
break data_generator
continue
print Nsegs
list init_master
