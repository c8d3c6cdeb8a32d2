#!/bin/sh
# A variable is read only while its program is loaded: before, its memory belonged to others, such as the packets of the kernel
# that brought the program. A temporary breakpoint is not listed once it has stopped the machine, and $ is what finish tells.
d=$(dirname "$0"); t=$(mktemp -d); trap 'rm -rf "$t"' EXIT
"$TRELLIS" cc --kernel -g -O0 -o "$t/mean.elf" "$d/mean.c"
"$TRELLIS" run --record "$t/r" -t programs/single.topo "$t/mean.elf" > "$t/out" 2>&1
cat > "$t/commands" << 'END'
goto beginning
tbreak sum
continue
info breakpoints
finish
print $ / 5
echo a\tb\nc
rwatch mean
continue
reverse-continue
reverse-continue
END
"$TRELLIS" debug --batch -x "$t/commands" "$t/r"
