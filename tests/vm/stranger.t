#!/bin/bash
# An application from a stranger: without --native it runs no program of its own on the host, and touches nothing
# outside its directory. Each way out is tried; what it would have done must not have happened.
. tests/tap.sh
mkdir "$tmp/app" "$tmp/app/sub" "$tmp/bin"
cat > "$tmp/app/app.c" <<'END'
#include <stdio.h>
#include <trek.h>
#include "line.h"
#ifndef ASM
#define ASM ""
#endif
void init_master(int argc, char **argv) { (void)argc; (void)argv; __asm__(ASM); }
void data_generator(void) { int c = getchar(); do_task(&c, 4); }
void compute_fn(void *task, uint32_t n) { put_result(task, n); }
void result_receiver(void)
{
	int c;
	while (get_result(&c, 4, 0) >= 0)
		if (c != EOF)
			putchar(c);
}
END
echo 'enum { HERE };' > "$tmp/app/sub/inner.h"
echo 'enum { SECRET };' > "$tmp/secret.h"
echo secret > "$tmp/secret.txt"
echo victim > "$tmp/victim"
printf '1 0\n' > "$tmp/secret.tree"
printf '1 0\n' > "$tmp/app/back\\"
ln -s ../secret.txt "$tmp/app/in"
ln -s ../victim "$tmp/app/out"
ln -s ../secret.h "$tmp/app/link.h"
ln -s sub/inner.h "$tmp/app/inside.h"
ln -s ../secret.tree "$tmp/app/link.tree"
ln -s ../elsewhere.c "$tmp/app/link.c"
cp "$tmp/app/app.c" "$tmp/elsewhere.c"
cat > "$tmp/evil.c" <<END
#include <stdio.h>
__attribute__((constructor)) static void evil(void) { fclose(fopen("$tmp/executed", "w")); }
END
gcc -shared -fPIC -o "$tmp/app/evil.so" "$tmp/evil.c"

# stranger NAME STATUS LINE...: an application with these lines; what is said, without paths and times
stranger() {
	local name=$1 status=$2
	shift 2
	{
		printf '%s\n' "Specification of VM-based Application" begin Virtual_Machine "type = PFVM;" Configuration \
			"total_processors = 2;" Programs "data_generator = app.c;" "comp_function = app.c;" "result_receive = app.c;"
		printf '%s\n' "$@"
		echo end
	} > "$tmp/app/app.vms"
	expect "$name" "$status" said
}
said() {
	(cd "$tmp/bin" && "$TRELLIS" run $options "$tmp/app/app.vms" > "$tmp/said" 2>&1 < /dev/null)
	local status=$?
	sed -E "s|/[^ ]*/trellis-[^/]+/||; s|$tmp/||g; s/generated:[0-9]+/generated:LINE/; /simulated in/d; /^fingerprint/d; /^Execution time/,/^Task Dist/d; /^ +[0-9]+ +[0-9]/d; /^$/d" "$tmp/said" |
		grep -vE '^ *[\^~]+$|^#include|generated\.$|^Node +[0-9]'
	return $status
}
options=
line() { printf '%s\n' "$@" > "$tmp/app/line.h"; } # what app.c includes
line
allowed="-O, -g, -D, -U, -I, -std=, -W and some that begin with -f are (trellis-vms(5))"

for o in -fplugin=./evil.so "-fplugin=$tmp/app/evil.so" -Xclang -load -wrapper -B. -specs=x -fuse-ld=x -o -MFvictim -save-temps \
	--sysroot=/ -include -isystem/ -I/etc -I../.. -iquote.. @args -frandom-seed=x -fprofile-generate=/ -x -target; do
	stranger "compile_options = $o" 2 "compile_options = \"$o\";" <<END
app/app.vms:11: compile_options: ${o//$tmp\//} is not allowed here; $allowed
END
done
stranger "compile_options = -Wp,..." 2 'compile_options = "-Wp,-MD,victim";' <<END
app/app.vms:11: compile_options: -Wp,-MD,victim is not allowed here; $allowed
END
stranger "options that are allowed" 0 'compile_options = -O1, -g, -Wall, -Wno-unused, "-DX=1", "-DF(x)=x", -UY, -Isub,' \
	'"-std=gnu11", -fno-builtin;' < /dev/null
line '#include <inner.h>' 'int here = HERE;'
stranger "a file below is included" 0 'compile_options = -Isub;' < /dev/null
line '#include "inside.h"' 'int here = HERE;'
stranger "a link to a file below" 0 < /dev/null
[ ! -e "$tmp/executed" ]
result $? "no plugin was executed"

for f in /etc/passwd /dev/zero "../secret.h" "sub/../../secret.h" link.h; do
	line "#include \"$f\""
	stranger "#include $f" 2 <<END
In file included from app/app.c:3:
app/line.h:1:10: fatal error: '$f' file not found
app/app.vms:8: app.c does not compile; it can include files below its own directory and the nodes' headers
END
	line "#if __has_include(\"$f\")" "#error it is seen" "#endif"
	stranger "__has_include $f" 0 < /dev/null
done
line '#define ASM ".include \"/etc/passwd\""'
stranger ".include in a function's assembly" 2 <<'END'
generated:LINE: assembly in C cannot include a file, as the C comes from below one directory (--below)
app/app.vms: the program master cannot be linked
END
line '__asm__(".include \"../secret.h\"");'
stranger "a file's assembly" 2 <<'END'
app.c.o: assembly outside of functions cannot be compiled; put it into a file, NAME.s
app/app.vms: the program master cannot be linked
END
line '#pragma clang __debug parser_crash'
(export TMPDIR=$tmp/bin; said > /dev/null)
is "a crash of the compiler leaves no file" "$(ls "$tmp/bin")" ""
line

for f in "../secret.txt" "/etc/passwd"; do
	stranger "input_stream = $f" 2 "Interface" "input_stream = \"$f\";" <<END
app/app.vms:12: input_stream = $f: an application's files are below its own directory, or the one that --root names
END
done
stranger "a link as input" 2 "Interface" "input_stream = in;" <<END
app/app.vms:12: in is outside the directory app
END
for f in "../victim" "$tmp/victim"; do
	stranger "output_stream = $f" 2 "Interface" "output_stream = \"$f\";" <<END
app/app.vms:12: output_stream = ${f//$tmp\//}: an application's files are below its own directory, or the one that --root names
END
done
stranger "a link as output" 2 "Interface" "output_stream = out;" <<END
app/app.vms:12: out is outside the directory app
END
is "the victim" "$(cat "$tmp/victim")" victim
stranger "output below the directory" 0 "Interface" "output_stream = own;" < /dev/null
is "it is there, and not here" "$(cd "$tmp"; ls app/own bin)" "app/own

bin:"
options="-o ../victim"
stranger "the user's own output" 0 "Interface" "output_stream = own;" < /dev/null
is "... is written" "$(cat "$tmp/victim")" ""
options=

for f in ../elsewhere.c "$tmp/elsewhere.c" -fplugin=evil.c @evil.c; do
	stranger "sources = $f" 2 "sources = \"$f\";" <<END
app/app.vms:11: ${f//$tmp\//}: C files are in the directory of the .vms file or below it
END
done
stranger "sources = evil.so" 2 "sources = evil.so;" <<END
app/app.vms:11: evil.so: the name of a C file ends in .c
END
stranger "a link as source" 2 "sources = link.c;" <<END
app/app.vms:11: link.c is outside the directory app
END
for f in ../secret.tree "$tmp/secret.tree"; do
	stranger "topology = $f" 2 "Configuration topology = \"$f\";" <<END
app/app.vms:11: topology = ${f//$tmp\//}: an application's files are below its own directory, or the one that --root names
END
done
stranger "a link as topology" 2 "Configuration topology = link.tree;" <<END
app/app.vms:11: link.tree is outside the directory app
END
stranger "a tree's name is no C" 0 'Configuration topology = "back\";' < /dev/null
[ ! -e "$tmp/executed" ]
result $? "nothing was executed"

{
	sed '/^end/d' "$tmp/app/app.vms" | sed '/^Configuration topology/d'
	printf 'sources = a1.c'
	seq -f ', a%.0f.c' 2 50000
	echo ';end'
} > "$tmp/app/many.vms"
expect "50,000 names" 2 "$TRELLIS" run "$tmp/app/many.vms" <<END
$tmp/app/many.vms:11: cannot find the C file $tmp/app/a1.c: No such file or directory
END
echo "1..$n"
