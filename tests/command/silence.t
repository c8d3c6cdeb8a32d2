#!/bin/bash
# No silence for ever: what cannot go on says so, and a run that takes long shows on a terminal that it goes on.
. tests/tap.sh
bounded() { timeout -k 1 600 "$@"; }

if [ -x "$(dirname "$TRELLIS")/trellis-view" ]; then
	none="no window can be shown: there is no display (DISPLAY and WAYLAND_DISPLAY name one); --picture FILE@TIME draws without"
	for display in "-u DISPLAY" "DISPLAY=unix:$tmp/none"; do
		for command in "boot --view programs/hello/hello.btl" "boot --paused" "run --view programs/quad/quad.vms"; do
			set -- $command
			[ "$1" = boot ] && set -- "$1" "$2" build/programs/hello.btl
			env -u SDL_VIDEODRIVER -u WAYLAND_DISPLAY -u XDG_RUNTIME_DIR $display \
				timeout -k 1 600 "$TRELLIS" "$@" > /dev/null 2> "$tmp/err"
			is "${display/$tmp\//}, $1 $2" "$? $(grep -v XDG_RUNTIME "$tmp/err")" "2 trellis: $none"
		done
	done
	for command in "boot --view build/programs/hello.btl" "run --paused programs/quad/quad.vms"; do
		SDL_VIDEODRIVER=dummy "$TRELLIS" $command > /dev/null 2>&1 &
		await has_worked $! 0.2
		kill $!
		wait $!
		result 0 "the first SIGTERM ends $command ($?)"
	done
fi

warned() { # FILE: is it no boot file?
	bounded "$TRELLIS" boot --until 1ms --topo programs/mesh16.topo "$1" < /dev/null 2>&1 > /dev/null | grep warning | sed "s|$tmp/||"
}
not="does not look like ELF or transputer boot code; booting it anyway"
is "text is booted" "$(warned /etc/passwd)" "trellis: warning: /etc/passwd $not"
printf '\x04\x2f\xff\x21\xf5' > "$tmp/undefined.btl" # an operation that no transputer has
is "an undefined operation" "$(warned "$tmp/undefined.btl")" "trellis: warning: undefined.btl $not"
printf '\x02\x40\xd1' > "$tmp/nothing.btl"
is "no operation at all" "$(warned "$tmp/nothing.btl")" "trellis: warning: nothing.btl $not"
for f in hello relay worm; do
	is "$f.btl" "$(warned build/programs/$f.btl)" ""
done

printf '#include <stdio.h>\nint main(void) { setvbuf(stdout, NULL, _IONBF, 0); for (;;) puts("x"); }\n' > "$tmp/spin.c"
"$TRELLIS" cc -O1 -o "$tmp/spin.elf" "$tmp/spin.c"
bounded "$TRELLIS" boot "$tmp/spin.elf" 2> "$tmp/err" | head -1 > "$tmp/out"
is "the reader has gone: SIGPIPE's effect" "${PIPESTATUS[0]} $(cat "$tmp/out")" "141 x"
(trap '' PIPE; bounded "$TRELLIS" boot "$tmp/spin.elf" 2> "$tmp/err" | head -1 > "$tmp/out"; echo "${PIPESTATUS[0]}" > "$tmp/status")
is "..., but SIGPIPE is ignored" "$(cat "$tmp/status") $(cat "$tmp/out") $(tail -1 "$tmp/err")" \
	"2 x trellis: cannot write standard output: Broken pipe"
cat > "$tmp/app.c" <<'END'
#include <stdio.h>
#include <trek.h>
void init_master(int argc, char **argv) { (void)argc; (void)argv; setvbuf(stdout, NULL, _IONBF, 0); for (;;) puts("x"); }
void data_generator(void) { do_task("abc", 4); }
void result_receiver(void) { }
void compute_fn(void *task, uint32_t n) { put_result(task, n); }
END
printf '%s\n' "Specification of VM-based Application begin Virtual_Machine type = PFVM; Configuration total_processors = 2;" \
	"Programs data_generator = app.c; comp_function = app.c; result_receive = app.c; end" > "$tmp/app.vms"
mkdir "$tmp/scratch"
TMPDIR=$tmp/scratch bounded "$TRELLIS" run "$tmp/app.vms" 2> /dev/null | head -1 > "$tmp/out"
is "of an application" "${PIPESTATUS[0]} $(cat "$tmp/out") $(ls "$tmp/scratch")" "141 x "

printf 'loop:\tj loop\n' > "$tmp/loop.s"
"$TRELLIS" as --boot -o "$tmp/loop.btl" "$tmp/loop.s"
echo 'int main(void) { for (;;) ; }' > "$tmp/loop.c"
"$TRELLIS" cc --kernel -O0 -o "$tmp/loop.elf" "$tmp/loop.c"
printf '%s\n' spread "loadgo n0 $tmp/loop.elf" > "$tmp/script"
# on_terminal PATTERN COMMAND...: is that shown on a terminal within ten minutes?
on_terminal() {
	timeout -k 5 1200 python3 - "$@" <<'END'
import os, pty, re, select, signal, sys, time
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown, end = '', time.time() + 600
while time.time() < end and not re.search(sys.argv[1], shown):
    if select.select([fd], [], [], 0.1)[0]:
        try:
            shown += os.read(fd, 4096).decode()
        except OSError:  # the command has ended
            break
os.kill(pid, signal.SIGKILL)
sys.exit(not re.search(sys.argv[1], shown))
END
}
on_terminal '[0-9.]+ s simulated' "$TRELLIS" boot "$tmp/loop.btl"
result $? "a terminal shows that boot goes on"
printf '#include <stdio.h>\nint main(void) { fputs("count: ", stdout); fflush(stdout); for (;;) ; }\n' > "$tmp/prompt.c"
"$TRELLIS" cc -O0 -o "$tmp/prompt.elf" "$tmp/prompt.c"
on_terminal 'count: ' timeout 3 "$TRELLIS" boot "$tmp/prompt.elf"
result $? "a program's prompt"
on_terminal 'simulated' timeout 3 "$TRELLIS" boot "$tmp/prompt.elf"
is "nothing is written over it" $? 1
on_terminal '[0-9.]+ s simulated' "$TRELLIS" shell programs/pair.topo "$tmp/script"
result $? "a terminal shows that the shell's command goes on"
on_terminal 'tasks, [0-9]+ of 75 nodes blocked' "$TRELLIS" run programs/mandel/mandel.vms -o /dev/null
result $? "a terminal shows that an application goes on"
echo "1..$n"
