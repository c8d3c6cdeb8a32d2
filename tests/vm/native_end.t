#!/bin/bash
# A program on this host ends with the tool that started it, however that one ends.
. tests/tap.sh
mkdir "$tmp/app"
cat > "$tmp/app/app.c" <<'END'
#include <trek.h>
void init_master(int argc, char **argv) { (void)argc; (void)argv; }
void data_generator(void) { do_task(&(int){1}, 4); for (volatile int go = 1; go;) ; }
void compute_fn(void *task, uint32_t n) { (void)task; (void)n; for (volatile int go = 1; go;) ; }
void result_receiver(void) { int i; while (get_result(&i, 4, 0) >= 0) ; }
END
cat > "$tmp/app/app.vms" <<'END'
Specification of VM-based Application
begin
Virtual_Machine
  type = PFVM;
Configuration
  total_processors = 3;
Programs
  data_generator = app.c;
  comp_function = app.c;
  result_receive = app.c;
end
END

# runs N: do N processes execute the program?
runs() {
	[ "$(pgrep -c -f "^$tmp/app/build/native ")" = "$1" ]
}

printf '1..2\n'
for signal in TERM KILL; do
	"$TRELLIS" run --native -b "$tmp/app/build" "$tmp/app/app.vms" > /dev/null 2>&1 &
	await runs 3
	kill -"$signal" $!
	await runs 0
	{ wait $!; } 2> /dev/null
	result 0 "killed by SIG$signal"
done
