# Trellis. `make deps` installs the Debian packages, `make` builds build/trellis; docs/ tells more.

CC     = gcc
CFLAGS = -O2 -g
PREFIX = /usr/local
B      = build

PACKAGES = binutils chromium clang csmith fonts-dejavu-core gcc gtkwave libclang-rt-14-dev libcmocka-dev libcsmith-dev \
           libdw-dev libedit-dev libelf-dev libjansson-dev libotf2-trace-dev libsdl2-dev libsdl2-image-dev libsdl2-ttf-dev \
           libxxhash-dev libzstd-dev llvm-dev make man-db otf2-tools perl pkg-config python3

# The cross compiler needs LLVM; it is a program of its own.
CC_DIR := cc/driver cc/lower
LLVM   := $(shell command -v llvm-config-14 || command -v llvm-config)
ifeq ($(LLVM),)
$(info LLVM is missing (Debian: llvm-dev): trellis is built without its C compiler)
else
CC_SRC   := $(shell find $(CC_DIR) -name '*.c')
INCLUDE  := -isystem $(shell $(LLVM) --includedir)
CC_LIBS  := $(shell $(LLVM) --ldflags --libs)
MESSAGES := $(patsubst %,$B/programs/%.elf,ring alltoall flood pingpong costs)
COMPILER := $B/trellis-cc $B/node/libc.a $B/node/loader.elf $B/node/bootstrap.btl \
            $B/node/kernel.elf $B/node/libkernel.a $B/node/nodemon.elf $B/node/trek/libtrek.a \
            $B/node/trek-monitor/libtrek.a $B/node/native/libtrek.a $(MESSAGES)
endif

# The window needs SDL; trellis with it is a program of its own, too.
VIEW_DIR := sim/window
SDL := sdl2 SDL2_ttf SDL2_image
ifeq ($(shell pkg-config --exists $(SDL) && echo yes),yes)
VIEW_SRC := $(wildcard $(VIEW_DIR)/*.c)
VIEWER   := $B/trellis-view
SDL_CFLAGS := $(shell pkg-config --cflags $(SDL))
SDL_LIBS := $(shell pkg-config --libs $(SDL))
else
$(info SDL is missing (Debian: libsdl2-dev libsdl2-ttf-dev libsdl2-image-dev): no window)
endif

# Line editing needs libedit.
ifeq ($(shell pkg-config --exists libedit && echo yes),yes)
EDIT      := -DHAVE_EDIT $(shell pkg-config --cflags libedit)
EDIT_LIBS := $(shell pkg-config --libs libedit)
else
$(info libedit is missing (Debian: libedit-dev): no line editing in trellis shell and debug)
endif

# The export to OTF2 needs its library.
ifeq ($(shell pkg-config --exists otf2 && echo yes),yes)
OTF2      := -DHAVE_OTF2 $(shell pkg-config --cflags otf2)
OTF2_LIBS := $(shell pkg-config --libs otf2)
else
$(info OTF2 is missing (Debian: libotf2-trace-dev): no export to it)
endif

WARN = -Wall -Wextra -Wno-sign-compare -Wno-missing-field-initializers
BASE = -std=gnu11 -I. -I$B -ffp-contract=off -MMD -MP $(INCLUDE)
HOST = $(CC) $(BASE) $(WARN) $(CFLAGS)
SAN  = clang $(BASE) -O1 -g -w -fsanitize=address,undefined -fno-sanitize-recover=undefined
LIBS = -ldw -lelf -ljansson -lzstd -lm $(EDIT_LIBS) $(OTF2_LIBS)

# Every folder's files but those that belong to a program of their own; a test's folder is named as the source's.
OPS  = $(wildcard sim/cpu/ops*.c) sim/cpu/fpu.c
SRC  = $(sort $(filter-out $(OPS) $(CC_DIR:=/%) $(VIEW_DIR)/% vm/native/%,$(shell find base cc detrek sim tmon/host vm -name '*.c')))
UNIT = $(patsubst tests/%.c,%,$(foreach d,$(sort $(dir $(SRC)) $(if $(VIEWER),$(VIEW_DIR)/)),$(wildcard tests/$d*.c)) \
         $(wildcard tests/kernel/*.c))
FUZZ = $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
BOOT = $(patsubst %,$B/programs/%.btl,hello relay worm)

# Other names of trellis, by which it is one of its commands.
NAMES = detrek deTrEK tvmfilter

all: $B/trellis $(NAMES:%=$B/%) $(COMPILER) $(VIEWER) $(BOOT)

$(NAMES:%=$B/%): $B/trellis
	ln -sf trellis $@

$B/trellis: $B/host/trellis.o $B/libtrellis.a
	$(CC) $(CFLAGS) $^ $(LIBS) -o $@

$B/trellis-cc: $B/host/trellis-cc.o $(CC_SRC:%.c=$B/host/%.o) $B/libtrellis.a
	$(CC) $(CFLAGS) $^ $(CC_LIBS) $(LIBS) -o $@

$B/trellis-view: $B/host/trellis.o $(VIEW_SRC:%.c=$B/host/%.o) $B/libtrellis.a
	$(CC) $(CFLAGS) $^ $(SDL_LIBS) $(LIBS) -o $@

$(VIEW_SRC:%.c=$B/host/%.o) $(VIEW_SRC:%.c=$B/san/%.o): BASE += $(SDL_CFLAGS)

$B/host/base/editor.o $B/san/base/editor.o: BASE += $(EDIT)

$B/host/sim/trace/otf2.o $B/san/sim/trace/otf2.o: BASE += $(OTF2)

# Members are appended, not replaced: files of different folders may have the same name.
$B/libtrellis.a: $(SRC:%.c=$B/host/%.o)
	rm -f $@
	ar qcs $@ $^

$B/host/%.o: %.c
	@mkdir -p $(@D)
	$(HOST) -c $< -o $@

# The instruction table: the heads of the instruction blocks, wherever the set is needed.
$B/isa.tab: $(OPS)
	@mkdir -p $(@D)
	sed -nE '/^(DIRECT|OPER|FPOPER|FPENTRY)\(/p' $^ > $@

# Their codes by name: FN_LDLP = 0x1, OPER_LDPI = 0x1B.
$B/isa.codes: $B/isa.tab
	sed -nE 's/^DIRECT\(([^,]*), ([^,]*),.*/FN_\U\2\E = \1,/p; s/^(FP)?OPER\(([^,]*), ([^,]*),.*/OPER_\U\3\E = \2,/p' $< > $@
$(SRC:%.c=$B/host/%.o) $(CC_SRC:%.c=$B/host/%.o) $(VIEW_SRC:%.c=$B/host/%.o) $(SRC:%.c=$B/san/%.o): | $B/isa.tab $B/isa.codes

# The interpreter's registers must stay scalars, in host registers; see docs/design.md.
$B/host/sim/cpu/interp.o $B/host/sim/cpu/interp_watch.o: CFLAGS += -fno-tree-slp-vectorize

# Text that is part of the program.
$B/host/cc/as/boot.o $B/san/cc/as/boot.o: cc/as/boot.s
$B/host/sim/command/bench.o $B/san/sim/command/bench.o: $(wildcard programs/bench/*.s)
$B/host/detrek/report/html.o $B/san/detrek/report/html.o: detrek/report/page.css detrek/report/page.js
$B/host/vm/new.o $B/san/vm/new.o: $(wildcard programs/template/*)

# Boot files of programs in assembly.
$B/programs/worm.btl: programs/worm/worm.s
$B/programs/hello.btl: programs/hello/hello.s
$B/programs/relay.btl: programs/relay/relay.s
$B/programs/%.btl: $B/trellis
	@mkdir -p $(@D)
	$B/trellis as --raw -o $@ $(filter %.s,$^)

# The nodes' C library and headers, where the compiler looks for them: beside trellis.
NODE_H = $(wildcard kernel/include/*.h kernel/libc/include/*.h)
SYS_H  = $(wildcard kernel/libc/include/sys/*.h)
$B/node/libc.a: $B/trellis-cc $(wildcard kernel/libc/*.[chs]) $(NODE_H) $(SYS_H)
	@mkdir -p $B/node/include/sys $B/node/obj && rm -f $@ $B/node/obj/*
	cp $(NODE_H) $B/node/include && cp $(SYS_H) $B/node/include/sys
	for f in kernel/libc/*.c; do $B/trellis-cc -O2 -fno-builtin -g -c $$f \
		-o $B/node/obj/$$(basename $$f .c).o || exit 1; done
	cp kernel/libc/*.s $B/node/obj && cd $B/node/obj && ar rcS ../libc.a *

# What boots a node of a network, before its kernel.
$B/node/bootstrap.btl: kernel/boot/bootstrap.s $B/trellis
	@mkdir -p $(@D)
	$B/trellis as --raw -o $@ $<

$B/node/loader.elf: kernel/boot/loader.c kernel/boot/enter.s $B/node/libc.a
	$B/trellis-cc -Os --base 0x80000100 --entry loader_main -o $@ $(filter %.c %.s,$^)

# The kernel, all of it one program; and the library of those that run under it.
$B/node/kernel.elf: $(wildcard kernel/*.[ch]) kernel/gate.s $B/node/libc.a
	$B/trellis-cc -O2 -g -Wall -Wextra --stack 0 --heap 0 --entry kernel_start -o $@ $(filter kernel/%.c %.s,$^)

$B/node/libkernel.a: $(wildcard kernel/lib/*.[chs]) kernel/kcall.h $B/node/libc.a
	@mkdir -p $B/node/kobj && rm -f $@ $B/node/kobj/*
	for f in kernel/lib/*.c; do $B/trellis-cc -O2 -fno-builtin -g -Wall -Wextra -c $$f \
		-o $B/node/kobj/$$(basename $$f .c).o || exit 1; done
	cp kernel/lib/*.s $B/node/kobj && cd $B/node/kobj && ar rcS ../libkernel.a *

# Programs on the kernel alone.
$(MESSAGES): $B/programs/%.elf: programs/messages/%.c programs/messages/message.c \
		$(wildcard programs/messages/*.h) $B/node/libkernel.a
	@mkdir -p $(@D)
	$B/trellis-cc --kernel -O2 -g -Wall -Wextra -o $@ $(filter %.c,$^)

# The monitor's process on a node.
$B/node/nodemon.elf: $(wildcard tmon/*.h tmon/node/*.h) tmon/node/nodemon.c tmon/node/meter.c $B/node/libkernel.a
	$B/trellis-cc --kernel -O2 -g -Wall -Wextra -I. -o $@ $(filter %.c,$^)

# The tree execution kernel, plain and for the monitor: what a program begins with and what its type of virtual machine
# adds are objects, the rest an archive.
METER = tmon/node/meter.c tmon/node/probe.c
TREK  = $(wildcard trek/*.c trek/type/*.c)
$B/node/trek-monitor/libtrek.a: $(METER) $(wildcard tmon/*.h tmon/node/*.h)
$B/node/trek-monitor/libtrek.a: PROBES = -DTREK_MONITOR
$B/node/trek/libtrek.a $B/node/trek-monitor/libtrek.a: $(TREK) $(wildcard trek/*.h) $B/node/libkernel.a
	@rm -rf $(@D) && mkdir -p $(@D)/type
	cp trek/trek.h $B/node/include
	for f in $(TREK:trek/%.c=%); do $B/trellis-cc -O2 -g -Wall -Wextra -I. $(PROBES) -c trek/$$f.c -o $(@D)/$$f.o || exit 1; done
	for f in $(if $(PROBES),$(METER)); do $B/trellis-cc -O2 -g -Wall -Wextra -I. $(PROBES) -c $$f \
		-o $(@D)/$$(basename $$f .c).o || exit 1; done
	cd $(@D) && ar rcS libtrek.a $$(ls *.o | grep -vE '^(master|slave)\.o')

# Applications on the host: the sequential driver, the nodes' mathematical functions, and what else of their library
# a host's lacks.
NATIVE_MATH = angle atan erf exp float fma gamma hyperbolic log pow round sin single
NATIVE_SRC  = vm/native/driver.c $(NATIVE_MATH:%=kernel/libc/%.c) kernel/lib/argument.c kernel/lib/picture.c
NATIVE_H    = trek/trek.h kernel/include/argument.h kernel/include/picture.h
$B/node/native/libtrek.a: $(NATIVE_SRC) $(NATIVE_H) $(wildcard kernel/libc/*.h)
	@mkdir -p $(@D) && rm -f $(@D)/*
	cp $(NATIVE_H) $(@D)
	for f in $(NATIVE_SRC); do $(CC) -std=gnu11 -I. -I$(@D) -O2 -g -w -fno-builtin \
		-fno-math-errno -ffp-contract=off -c $$f -o $(@D)/$$(basename $$f .c).o || exit 1; done
	cd $(@D) && ar rcs libtrek.a *.o

# Unit tests: a program each, TAP by cmocka; once as they are and once with sanitizers.
$B/tests/%: tests/%.c $B/libtrellis.a
	@mkdir -p $(@D)
	$(HOST) $< $B/libtrellis.a $(LIBS) -lcmocka -o $@

# Those of the window, with its objects; WORM is what they look at.
$B/tests/sim/window/%: tests/sim/window/%.c $(VIEW_SRC:%.c=$B/host/%.o) $B/libtrellis.a $B/programs/worm.btl
	@mkdir -p $(@D)
	$(HOST) -DWORM='"$B/programs/worm.btl"' $(SDL_CFLAGS) $(filter %.c %.o %.a,$^) $(SDL_LIBS) $(LIBS) \
		-lcmocka -o $@

$B/san/tests/sim/window/%: tests/sim/window/%.c $(VIEW_SRC:%.c=$B/san/%.o) $B/san/libtrellis.a $B/programs/worm.btl
	@mkdir -p $(@D)
	$(SAN) -DWORM='"$B/programs/worm.btl"' $(SDL_CFLAGS) $(filter %.c %.o %.a,$^) $(SDL_LIBS) $(LIBS) \
		-lcmocka -o $@

$B/san/%.o: %.c
	@mkdir -p $(@D)
	$(SAN) -fsanitize=fuzzer-no-link -c $< -o $@

$B/san/libtrellis.a: $(SRC:%.c=$B/san/%.o)
	rm -f $@
	ar qcs $@ $^

$B/san/trellis: $B/san/trellis.o $B/san/libtrellis.a
	$(SAN) $^ $(LIBS) -o $@

$B/san/tests/%: tests/%.c $B/san/libtrellis.a
	@mkdir -p $(@D)
	$(SAN) $< $B/san/libtrellis.a $(LIBS) -lcmocka -o $@

$B/fuzz/%: tests/fuzz/%.c $B/san/libtrellis.a
	@mkdir -p $(@D)
	$(SAN) -fsanitize=fuzzer $< $B/san/libtrellis.a $(LIBS) -o $@

demo: all
	programs/demo $B

check: all $B/san/trellis $(UNIT:%=$B/tests/%) $(UNIT:%=$B/san/tests/%) $(FUZZ:%=$B/fuzz/%)
	tests/run $B

# One test, its output as it is: make test T=sim/link/link (a unit test), T=sim/command/worm (a script).
TEST := $(wildcard tests/$T.c tests/$T.t)
test: all $(patsubst %.c,$B/%,$(filter %.c,$(TEST)))
	$(if $(TEST),,$(error there is no tests/$T.c or tests/$T.t; give a test as T=sim/link/link))
	tests/run --one $B $(patsubst tests/%.c,$B/tests/%,$(TEST))

# Every fuzz target for ten minutes, and what else takes long.
check-long: all $B/san/trellis $(UNIT:%=$B/tests/%) $(UNIT:%=$B/san/tests/%) $(FUZZ:%=$B/fuzz/%)
	tests/run --long $B

bench: all
	$B/trellis bench
	[ -z "$(VIEWER)" ] || SDL_VIDEODRIVER=dummy $B/trellis bench --view
	$B/trellis order --bench
	$B/trellis races --bench
	$B/trellis simul --bench
	$B/trellis detrek --bench
	[ -z "$(COMPILER)" ] || { programs/bench/cycles $B && programs/bench/kernel $B && programs/bench/speedup $B && \
		programs/bench/probe-effect $B; }

BIN   = $(DESTDIR)$(PREFIX)/bin
LIB   = $(DESTDIR)$(PREFIX)/lib/trellis
SHARE = $(DESTDIR)$(PREFIX)/share

# Programs look for what is the nodes' in ../lib/trellis.
install: all
	install -D -t $(BIN) $B/trellis $(filter %/trellis-cc,$(COMPILER)) $(VIEWER)
	for n in $(NAMES); do ln -sf trellis $(BIN)/$$n || exit 1; done
	install -D -m 644 -t $(SHARE)/man/man1 docs/man/*.1
	install -D -m 644 -t $(SHARE)/man/man5 docs/man/*.5
	install -D -m 644 -t $(SHARE)/doc/trellis README.md LICENSE
	find docs -type f ! -path '*/man/*' | xargs -I{} install -D -m 644 {} $(SHARE)/doc/trellis/{}
	[ -z "$(COMPILER)" ] || find $B/node -type f ! -path '*obj/*' -printf '%P\n' | \
		xargs -I{} install -D -m 644 $B/node/{} $(LIB)/{}
	find programs -type f ! -path '*/bench/*' ! -name demo | xargs -I{} install -D -m 644 {} $(SHARE)/trellis/{}
	install -m 644 $(BOOT) $(SHARE)/trellis/programs
	[ -z "$(MESSAGES)" ] || install -m 644 $(MESSAGES) $(SHARE)/trellis/programs/messages

deps:
	apt-get update
	apt-get install -y --no-install-recommends $(PACKAGES)

clean:
	rm -rf $B

.PHONY: all bench check check-long clean demo deps install test
.SECONDARY:
-include $(SRC:%.c=$B/host/%.d) $(SRC:%.c=$B/san/%.d) $(CC_SRC:%.c=$B/host/%.d) $(VIEW_SRC:%.c=$B/host/%.d) $(VIEW_SRC:%.c=$B/san/%.d) $B/host/trellis.d \
	$(UNIT:%=$B/tests/%.d) $(UNIT:%=$B/san/tests/%.d) $(FUZZ:%=$B/fuzz/%.d)
