# What runs on the nodes: boot files, libraries, kernel, monitor, tree execution kernel; and what of
# it runs on this host.

# Boot files of programs in assembly.
$B/programs/worm.btl: programs/worm/worm.s
$B/programs/hello.btl: programs/hello/hello.s
$B/programs/relay.btl: programs/relay/relay.s
$B/programs/%.btl: $B/libcc.a | $B/trellis
	$(call say,node)
	@mkdir -p $(@D)
	$B/trellis as --raw -o $@ $(filter %.s,$^)

# The program that sets the C004 of a B008, with those of the board's other transputers in it.
$B/programs/b008/%.btl: programs/b008/%.s $B/libcc.a | $B/trellis
	$(call say,node)
	@mkdir -p $(@D)
	$B/trellis as --raw -o $@ $<

$B/programs/b008/%.inc: $B/programs/b008/%.btl
	$(call say,node)
	od -An -v -tx1 $< | sed 's/ \(..\)/0x\1,/g' > $@

$B/programs/softwire.elf: $(wildcard programs/b008/*.[ch]) $B/programs/b008/switch.inc \
		$B/programs/b008/tram.inc $B/node/libc.a
	$(call say,node)
	$B/trellis-cc -O2 -g -Wall -Wextra -I$B/programs/b008 -o $@ $(filter %.c,$^)

# The nodes' C library and headers, where the compiler looks for them: beside trellis. Most of its
# loops have few turns, and programs shall be small.
NODE_H = $(wildcard kernel/include/*.h kernel/libc/include/*.h)
SYS_H  = $(wildcard kernel/libc/include/sys/*.h)
MODEL  = $(wildcard kernel/model/*.[ch] trek/model/*.[ch])
$B/node/libc.a: $B/trellis-cc $(wildcard kernel/libc/*.[chs]) $(NODE_H) $(SYS_H) $(MODEL)
	$(call say,node)
	@mkdir -p $B/node/include/sys $B/node/obj && rm -f $@ $B/node/obj/*
	cp $(NODE_H) $B/node/include && cp $(SYS_H) $B/node/include/sys
	mkdir -p $B/node/include/model && cp $(MODEL) $B/node/include/model
	for f in kernel/libc/*.c; do $B/trellis-cc -O2 -fno-unroll-loops -fno-builtin -g -c $$f \
		-o $B/node/obj/$$(basename $$f .c).o || exit 1; done
	cp kernel/libc/*.s $B/node/obj && cd $B/node/obj && $(LLVM_AR) rc ../libc.a *

# What boots a node of a network, before its kernel.
$B/node/bootstrap.btl: kernel/boot/bootstrap.s $B/libcc.a | $B/trellis
	$(call say,node)
	@mkdir -p $(@D)
	$B/trellis as --raw -o $@ $<

$B/node/loader.elf: kernel/boot/loader.c kernel/boot/enter.s $B/node/libc.a
	$(call say,node)
	$B/trellis-cc -Os --base 0x80000100 --entry loader_main -o $@ $(filter %.c %.s,$^)

# The kernel, all of it one program; one that also logs the operations of threads; one that keeps
# the values in messages' headers, for breakpoints that span nodes; and the library of the programs
# that run under it.
$B/node/kernel-sync.elf: KERNEL = -DSYNC_LOG
$B/node/kernel-break.elf: KERNEL = -DBREAK_VALUES
$B/node/kernel.elf $B/node/kernel-sync.elf $B/node/kernel-break.elf: $(wildcard kernel/*.[ch]) \
		kernel/gate.s $B/node/libc.a
	$(call say,node)
	$B/trellis-cc -O2 -g -Wall -Wextra $(KERNEL) --stack 0 --heap 0 --entry kernel_start \
		-o $@ $(filter kernel/%.c %.s,$^)

$B/node/libkernel.a: $(wildcard kernel/lib/*.[chs]) kernel/kcall.h $B/node/libc.a
	$(call say,node)
	@mkdir -p $B/node/kobj && rm -f $@ $B/node/kobj/*
	for f in kernel/lib/*.c; do $B/trellis-cc -O2 -fno-builtin -g -Wall -Wextra -c $$f \
		-o $B/node/kobj/$$(basename $$f .c).o || exit 1; done
	cp kernel/lib/*.s $B/node/kobj && cd $B/node/kobj && $(LLVM_AR) rc ../libkernel.a *

# Programs on the kernel alone.
$(MESSAGES): $B/programs/%.elf: programs/messages/%.c programs/messages/message.c \
		$(wildcard programs/messages/*.h) $B/node/libkernel.a
	$(call say,node)
	@mkdir -p $(@D)
	$B/trellis-cc --kernel -O2 -g -Wall -Wextra -o $@ $(filter %.c,$^)

# The monitor's process on a node.
$B/node/nodemon.elf: $(wildcard tmon/*.h tmon/node/*.h) tmon/node/nodemon.c tmon/node/meter.c \
		$B/node/libkernel.a
	$(call say,node)
	$B/trellis-cc --kernel -O2 -g -Wall -Wextra -I. -o $@ $(filter %.c,$^)

# The tree execution kernel, plain, for the monitor, for breakpoints that span nodes, and for a
# kernel that logs operations, with the parts of the library that note some for it: what a program
# begins with and what its type of virtual machine adds are objects, the rest an archive.
METER = tmon/node/meter.c tmon/node/probe.c
TREK  = $(wildcard trek/*.c trek/type/*.c trek/tolerant/*.c)
$B/node/trek-monitor/libtrek.a: $(METER) $(wildcard tmon/*.h tmon/node/*.h)
$B/node/trek-monitor/libtrek.a: PROBES = -DTREK_MONITOR
$B/node/trek-monitor/libtrek.a: MORE = $(METER)
$B/node/trek-break/libtrek.a: trek/break/break.c
$B/node/trek-break/libtrek.a: PROBES = -DTREK_BREAK
$B/node/trek-break/libtrek.a: MORE = trek/break/break.c
NOTES = $(patsubst %,kernel/lib/%.c,call message process thread threads notes/note)
$B/node/trek-sync/libtrek.a: $(NOTES)
$B/node/trek-sync/libtrek.a: PROBES = -DSYNC_NOTES
$B/node/trek-sync/libtrek.a: MORE = $(NOTES)
TREK_CC = $B/trellis-cc -O2 -g -Wall -Wextra -I. $(PROBES) -c
$B/node/trek/libtrek.a $B/node/trek-monitor/libtrek.a $B/node/trek-break/libtrek.a \
		$B/node/trek-sync/libtrek.a: $(TREK) \
		$B/node/libkernel.a $(wildcard trek/*.h trek/tolerant/*.h)
	$(call say,node)
	@rm -rf $(@D) && mkdir -p $(@D)/type $(@D)/tolerant
	cp trek/trek.h trek/tree_break.h trek/trek_setup.h $B/node/include
	for f in $(TREK:trek/%.c=%); do $(TREK_CC) trek/$$f.c -o $(@D)/$$f.o || exit 1; done
	for f in $(MORE); do $(TREK_CC) $$f -o $(@D)/$$(basename $$f .c).o || exit 1; done
	cd $(@D) && $(LLVM_AR) rc libtrek.a $$(ls *.o | grep -vE '^(master|slave)\.o')

# Applications on the host: the sequential driver, the nodes' mathematical functions, and what else
# of their library a host's lacks.
NATIVE_MATH = angle atan erf exp float fma gamma hyperbolic log pow round sin single
NATIVE_SRC  = vm/native/driver.c $(NATIVE_MATH:%=kernel/libc/%.c) \
              kernel/lib/argument.c kernel/lib/picture.c
NATIVE_H    = trek/trek.h kernel/include/argument.h kernel/include/picture.h
$B/node/native/libtrek.a: $(NATIVE_SRC) $(NATIVE_H) $(wildcard kernel/libc/*.h)
	$(call say,node)
	@mkdir -p $(@D) && rm -f $(@D)/*
	cp $(NATIVE_H) $(@D)
	for f in $(NATIVE_SRC); do $(CC) -std=gnu11 -I. -I$(@D) -O2 -g -w -fno-builtin \
		-fno-math-errno -ffp-contract=off -c $$f \
		-o $(@D)/$$(basename $$f .c).o || exit 1; done
	cd $(@D) && ar rcs libtrek.a *.o

# A user function alone on this host, in the node's memory: the nodes' library but for what enters
# the kernel or is the transputer's; the calls of the rest are those of the run.
ALONE_NOT = attributes clock exchange folder heap heap_more host malloc posix posix_more process \
            runtime signal start time
ALONE_SRC = $(filter-out $(ALONE_NOT:%=kernel/libc/%.c),$(wildcard kernel/libc/*.c)) \
            kernel/lib/argument.c kernel/lib/picture.c $(wildcard vm/native/alone/*.c)
$B/node/alone/libalone.a: $(ALONE_SRC) $(wildcard kernel/libc/*.h vm/native/alone/*) $B/node/libc.a
	$(call say,node)
	@mkdir -p $(@D)/obj && rm -f $(@D)/obj/*
	cp vm/native/alone/flags $(@D)
	for f in $(ALONE_SRC); do clang @vm/native/alone/flags -O1 -isystem $B/node/include \
		-c $$f -o $(@D)/obj/$$(basename $$f .c).o || exit 1; done
	cd $(@D)/obj && rm -f ../libalone.a && ar rcs ../libalone.a *.o
