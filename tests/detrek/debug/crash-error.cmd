catch error
run
display/i $pc
display/x nbytes
reverse-stepi
up
undisplay 1
display/i nosuch
stepi
print/i $pc
