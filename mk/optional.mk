# The parts of Trellis that are built if this machine has what they need.

# The cross compiler needs LLVM, and its front end clang's library; each is a program of its own.
CC_DIR := cc/driver cc/effects cc/flow cc/lower
COMPILER :=
LLVM   := $(shell command -v llvm-config-14 || command -v llvm-config)
LLVM_LIB := $(if $(LLVM),$(shell $(LLVM) --libdir))
ifeq ($(and $(LLVM),$(wildcard $(LLVM_LIB)/libclang-cpp.so)),)
$(info LLVM or clang's library is missing (Debian: llvm-dev libclang-14-dev libclang-cpp14-dev): \
	trellis is built without its C compiler)
else
CC_SRC   := $(shell find $(CC_DIR) -name '*.c')
INCLUDE  := -isystem $(shell $(LLVM) --includedir)
LLVM_AR  := $(shell $(LLVM) --bindir)/llvm-ar
# LLVM and clang are linked statically where their archives are installed, for loading the shared
# libraries takes longer than compiling a small file.
ARCHIVES := $(filter-out libclang.a,$(notdir $(wildcard $(LLVM_LIB)/libclang*.a)))
ifneq ($(and $(wildcard $(LLVM_LIB)/libLLVMCore.a),$(ARCHIVES)),)
LLVM_LIBS := $(filter-out -lPolly%,$(shell $(LLVM) --ldflags --link-static --libs)) \
             -Wl,--as-needed $(shell $(LLVM) --link-static --system-libs)
CC_LIBS   := $(LLVM_LIBS) -lstdc++
FRONT_LIBS   := -Wl,--start-group $(ARCHIVES:lib%.a=-l%) -Wl,--end-group $(LLVM_LIBS)
else
CC_LIBS   := $(shell $(LLVM) --ldflags --libs)
FRONT_LIBS   := $(CC_LIBS) -lclang-cpp
endif
FRONT_SRC    := $(wildcard cc/front/*.cpp)
FRONT_CC     := $(shell $(LLVM) --bindir)/clang++
FRONT_CFLAGS := -I. $(patsubst -I%,-isystem %,$(shell $(LLVM) --cxxflags)) -fno-rtti \
                -Wno-unused-parameter
MESSAGES := $(patsubst %,$B/programs/%.elf,ring alltoall flood pingpong costs)
SOFTWIRE := $B/programs/softwire.elf
COMPILER := $B/trellis-cc $B/trellis-clang $B/node/libc.a $B/node/loader.elf $B/node/bootstrap.btl \
            $B/node/kernel.elf $B/node/kernel-sync.elf $B/node/kernel-break.elf \
            $B/node/libkernel.a $B/node/nodemon.elf $B/node/trek/libtrek.a \
            $B/node/trek-monitor/libtrek.a $B/node/trek-break/libtrek.a \
            $B/node/trek-sync/libtrek.a $B/node/native/libtrek.a $(MESSAGES) $(SOFTWIRE)
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

# Ranks need MPI; trellis with it is a program of its own, too.
MPI_DIR := sim/mpi
ifeq ($(shell pkg-config --exists ompi-c && echo yes),yes)
MPI_SRC := $(wildcard $(MPI_DIR)/*.c)
RANKS   := $B/trellis-mpi
MPI_CFLAGS := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags ompi-c))
MPI_LIBS := $(shell pkg-config --libs ompi-c)
else
$(info MPI is missing (Debian: libopenmpi-dev openmpi-bin): a network runs in one process)
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

# The translator's pieces of host code are made by clang, for x86-64 and arm64.
MACHINE := $(shell $(CC) -dumpmachine | sed 's/-.*//')
STENCIL_HOST_CFLAGS_x86_64 = -mcmodel=small -fcf-protection=none -mno-red-zone -falign-functions=1
STENCIL_HOST_CFLAGS = $(STENCIL_HOST_CFLAGS_$(MACHINE))
CLANG := $(if $(filter x86_64 aarch64,$(MACHINE)),$(shell command -v clang))
ifeq ($(CLANG),)
$(info No clang for x86-64 or arm64: T800 code is interpreted, not translated)
else
STENCIL_CC := $(CLANG) --target=$(MACHINE)-linux-gnu
STENCILS := $B/stencils.tab
COMPILER += $(if $(and $(COMPILER),$(filter x86_64,$(MACHINE))),$B/node/alone/libalone.a)
endif
