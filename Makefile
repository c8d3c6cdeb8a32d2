# Trellis. `make deps` installs the Debian packages, `make` builds build/trellis; docs/ tells more.
# A line for each file that is made; V=1 prints the commands.

CC     = gcc
CFLAGS = -O2 -g
PREFIX = /usr/local
B      = build
VERSION := $(shell sed -n '1s/.*(\(.*\)).*/\1/p' debian/changelog)

PACKAGES = binutils chromium clang cmark-gfm csmith debhelper fonts-dejavu-core gcc gdb gtkwave \
           libclang-14-dev libclang-cpp14-dev libclang-rt-14-dev libcmocka-dev libcsmith-dev \
           libdw-dev libedit-dev libelf-dev libjansson-dev libopenmpi-dev libotf2-trace-dev \
           libsdl2-dev libsdl2-image-dev libsdl2-ttf-dev libxxhash-dev libzstd-dev lintian \
           llvm-dev make man-db neovim openmpi-bin otf2-tools perl pkg-config python3

include mk/optional.mk

ifneq ($V,1)
.SILENT:
endif
say = @echo '  $(1)	$@'

WARN = -Wall -Wextra -Wno-sign-compare -Wno-missing-field-initializers
BASE = -std=gnu11 -I. -I$B -ffp-contract=off -MMD -MP $(INCLUDE)
HOST = $(CC) $(BASE) $(WARN) $(CFLAGS)
SAN  = clang $(BASE) -O1 -g -w -fsanitize=address,undefined -fno-sanitize-recover=undefined
LIBS = -ldw -lelf -ljansson -lzstd -lm $(EDIT_LIBS) $(OTF2_LIBS)

# Every folder's files but those that belong to a program of their own; a test's folder is named as
# the source's.
STENCIL_SRC = sim/cpu/stencils.c
OPS  = $(wildcard sim/cpu/ops*.c) sim/cpu/fpu.c
ALL  = $(shell find base cc command detrek machine sim tmon/host vm -name '*.c')
OWN  = $(CC_DIR:=/%) $(VIEW_DIR)/% $(MPI_DIR)/% vm/native/%
SRC  = $(sort $(filter-out $(OPS) $(STENCIL_SRC) $(OWN),$(ALL)))
DIRS = $(sort $(dir $(SRC)) $(if $(VIEWER),$(VIEW_DIR)/)) kernel/
UNIT = $(patsubst tests/%.c,%,$(foreach d,$(DIRS),$(wildcard tests/$d*.c)))
FUZZ = $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*.c))
BOOT = $(patsubst %,$B/programs/%.btl,hello relay worm)

OBJECTS = $(patsubst %.c,$B/host/%.o,$(SRC) $(CC_SRC) $(VIEW_SRC) $(MPI_SRC)) \
          $(patsubst %.c,$B/host/%.o,trellis.c trellis-cc.c) \
          $(patsubst %.c,$B/san/%.o,$(SRC) $(VIEW_SRC))

# Other names of trellis, by which it is one of its commands.
NAMES = detrek deTrEK tvmfilter

all: $B/trellis $(NAMES:%=$B/%) $(COMPILER) $(VIEWER) $(RANKS) $(BOOT)

$(NAMES:%=$B/%): $B/trellis
	ln -sf trellis $@

$B/trellis: $B/host/trellis.o $B/libtrellis.a
	$(call say,link)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

# What is compiled for nodes depends on the compiler: it is replaced if it or its front end differs.
$B/trellis-cc: $B/host/trellis-cc $B/trellis-clang
	cmp -s $< $@ && [ $@ -nt $B/trellis-clang ] || cp -f $< $@

$B/host/trellis-cc: $B/host/trellis-cc.o $(CC_SRC:%.c=$B/host/%.o) $B/libcc.a
	$(call say,link)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(CC_LIBS) $(LIBS) -o $@

# clang with a transputer as its target. Its headers are C++.
$B/trellis-clang: $(FRONT_SRC:%.cpp=$B/host/%.o)
	$(call say,link)
	$(FRONT_CC) $(CFLAGS) $(LDFLAGS) $^ $(FRONT_LIBS) -o $@

$B/host/%.o: %.cpp
	@mkdir -p $(@D)
	$(call say,c++)
	$(FRONT_CC) $(FRONT_CFLAGS) $(WARN) $(CFLAGS) -MMD -MP -c $< -o $@

$B/trellis-view: $B/host/trellis.o $(VIEW_SRC:%.c=$B/host/%.o) $B/libtrellis.a
	$(call say,link)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(SDL_LIBS) $(LIBS) -o $@

$B/trellis-mpi: $B/host/trellis.o $(MPI_SRC:%.c=$B/host/%.o) $B/libtrellis.a
	$(call say,link)
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(MPI_LIBS) $(LIBS) -o $@

$(MPI_SRC:%.c=$B/host/%.o): BASE += $(MPI_CFLAGS)

$(VIEW_SRC:%.c=$B/host/%.o) $(VIEW_SRC:%.c=$B/san/%.o): BASE += $(SDL_CFLAGS)

$B/host/base/editor.o $B/san/base/editor.o: BASE += $(EDIT)

$B/host/sim/trace/otf2.o $B/san/sim/trace/otf2.o: BASE += $(OTF2)

# Members are appended, not replaced: files of different folders may have the same name.
$B/libtrellis.a: $(SRC:%.c=$B/host/%.o)
# What the compiler and the assembler need: a change elsewhere makes nothing for the nodes again.
$B/libcc.a: $(patsubst %.c,$B/host/%.o,$(filter base/% cc/% sim/node/% sim/program/%,$(SRC)))
$B/lib%.a:
	$(call say,ar)
	rm -f $@
	ar qcs $@ $^

$B/host/%.o: %.c
	$(call say,cc)
	@mkdir -p $(@D)
	$(HOST) -c $< -o $@

# The instruction table: the heads of the instruction blocks, wherever the set is needed.
$B/isa.tab: $(OPS)
	@mkdir -p $(@D)
	sed -nE '/^(DIRECT|OPER|FPOPER|FPENTRY)\(/p' $^ > $@

# Their codes by name: FN_LDLP = 0x1, OPER_LDPI = 0x1B.
$B/isa.codes: $B/isa.tab
	sed -nE -e 's/^DIRECT\(([^,]*), ([^,]*),.*/FN_\U\2\E = \1,/p' \
		-e 's/^(FP)?OPER\(([^,]*), ([^,]*),.*/OPER_\U\3\E = \2,/p' $< > $@

# The models of virtual machines, which are part of the program.
MODELS := $(sort $(wildcard trek/models/*.vm))
$B/models.tab: $(MODELS)
	@mkdir -p $(@D)
	printf 'MODEL(%s)\n' $(basename $(notdir $^)) > $@

$B/version.h: debian/changelog
	@mkdir -p $(@D)
	echo '#define VERSION "$(VERSION)"' > $@

# A number for what the host knows of the nodes' software, without comments: recordings have it.
BORDER := $(addprefix kernel/include/,border.h kernel_calls.h stamps.h server.h inside_log.h) \
	trek/trek_setup.h tmon/monitor.h
$B/border_id.h: $(BORDER)
	@mkdir -p $(@D)
	for f in $^; do sed 's|/\*.*\*/||; /\/\*/,/\*\//d; s/[ \t]*$$//' $$f; done | cksum | \
		sed 's/ .*/u/; s/^/#define BORDER_ID /' > $@
$(OBJECTS): | $B/isa.tab $B/isa.codes $B/models.tab $B/version.h $B/border_id.h

# The interpreter's registers must stay scalars, in host registers; see docs/design.md. With
# sanitizers clang would optimise each of them for a minute, which tests do not repay.
INTERPRETERS := $(patsubst %.c,%.o,$(wildcard sim/cpu/interp*.c))
$(addprefix $B/host/,$(INTERPRETERS) sim/cpu/operate.o): CFLAGS += -fno-tree-slp-vectorize
$(addprefix $B/san/,$(INTERPRETERS)): SAN += -O0
# The operations of the scheduler, from the first to the next translated code, as one function.
$B/host/sim/cpu/operate.o: CFLAGS += --param max-inline-insns-auto=400 \
	--param inline-unit-growth=400 --param large-function-growth=2000

# Text that is part of the program.
$B/host/cc/as/boot.o $B/san/cc/as/boot.o: cc/as/boot.s
$B/host/command/bench.o $B/san/command/bench.o: $(wildcard programs/bench/*.s)
$B/host/detrek/report/html.o $B/san/detrek/report/html.o: detrek/page.css \
	detrek/report/page.css $(wildcard detrek/report/script/*.js)
$B/host/detrek/flowback/html.o $B/san/detrek/flowback/html.o: detrek/page.css \
	detrek/flowback/page.css detrek/flowback/page.js
$B/host/command/new.o $B/san/command/new.o: $(wildcard programs/template/*)
$B/host/detrek/tasks/vm_models.o $B/san/detrek/tasks/vm_models.o: $B/models.tab $(MODELS)

demo: all
	programs/demo $B

# The pictures of the docs, by the tools themselves.
pictures: all
	mk/pictures $B

# The gallery as one page of HTML.
gallery: $B/gallery.html

$B/gallery.html: docs/gallery.md mk/gallery detrek/page.css $(wildcard docs/pictures/*)
	@mkdir -p $(@D)
	mk/gallery $< $@

bench: export TRELLIS_RECORD = none
bench: all
	$B/trellis bench
	$B/trellis bench --ahead 25000
	$B/trellis bench --ahead 25000 --threads 2
	[ -z "$(VIEWER)" ] || SDL_VIDEODRIVER=dummy $B/trellis bench --view
	$B/trellis order --bench
	$B/trellis races --bench
	$B/trellis simul --bench
	$B/trellis detrek --bench
	for b in $(if $(COMPILER),cycles kernel speedup probe-effect races outcomes why edit \
			eblocks/run); do \
		programs/bench/$$b $B || exit 1; done

include mk/stencils.mk mk/node.mk mk/test.mk mk/arm64.mk mk/install.mk

deps:
	apt-get update
	apt-get install -y --no-install-recommends $(PACKAGES)

clean:
	rm -rf $B

# A target whose recipe fails is incomplete.
.DELETE_ON_ERROR:
.PHONY: all arm64 bench check check-long check-quick check-rest clean deb demo deps deps-arm64 \
        dist gallery install pictures test uninstall vsix
.SECONDARY:
-include $(OBJECTS:.o=.d) $(FRONT_SRC:%.cpp=$B/host/%.d) \
         $(UNIT:%=$B/tests/%.d) $(UNIT:%=$B/san/tests/%.d) $(FUZZ:%=$B/fuzz/%.d)
-include $B/stencils.d $(TSAN_SRC:%.c=$B/tsan/%.d) $(TSAN_T:%=$B/tsan/tests/%.d)
