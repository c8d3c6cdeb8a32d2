# Trellis for arm64, made by a cross compiler, in $B/arm64; check-long executes it with qemu.
ARM64_PACKAGES = gcc-aarch64-linux-gnu libc6-dev:arm64 libcmocka-dev:arm64 libdw-dev:arm64 \
                 libelf-dev:arm64 libjansson-dev:arm64 libzstd-dev:arm64 qemu-user

# Its tests: what depends on the host's processor.
ARM64_T = $(addprefix sim/cpu/,conformance cycles float interrupted preempt slices stops \
                                translate) \
          $(addprefix sim/network/,control hold network threads watcher)

arm64:
	PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig $(MAKE) B=$B/arm64 \
		CC=aarch64-linux-gnu-gcc $B/arm64/trellis $(ARM64_T:%=$B/arm64/tests/%)

deps-arm64:
	dpkg --add-architecture arm64
	apt-get update
	apt-get install -y --no-install-recommends $(ARM64_PACKAGES)
