# make install, uninstall, vsix, dist, deb.

BIN   = $(DESTDIR)$(PREFIX)/bin
LIB   = $(DESTDIR)$(PREFIX)/lib/trellis
SHARE = $(DESTDIR)$(PREFIX)/share
DOC   = $(SHARE)/doc/trellis

# Where each shell looks for the file by which it completes trellis' command lines.
BASH_DIR = $(SHARE)/bash-completion/completions
ZSH_DIR  = $(SHARE)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
FISH_DIR = $(SHARE)/fish/vendor_completions.d

# Of the nodes' objects only those that programs are linked with by their own names.
NODE_FILES = find $B/node -type f ! -path '*obj/*' \
	\( ! -name '*.o' -o -name master.o -o -name slave.o -o -path '*/type/*' \
	-o -path '*/tolerant/*' \) -printf '%P\n'

ICON = icons/hicolor/scalable/apps/trellis.svg

# Programs look for what is the nodes' in ../lib/trellis. DESTDIR may have spaces.
install: all
	install -D -t "$(BIN)" $B/trellis $(filter $B/trellis-%,$(COMPILER)) $(VIEWER) $(RANKS)
	for n in $(NAMES); do ln -sf trellis "$(BIN)/$$n" || exit 1; done
	install -D -m 644 -t "$(SHARE)/man/man1" docs/man/*.1
	ln -sf detrek.1 "$(SHARE)/man/man1/deTrEK.1"
	install -D -m 644 -t "$(SHARE)/man/man5" docs/man/*.5
	install -D -m 644 -t "$(DOC)" README.md LICENSE
	find docs -type f ! -path '*/man/*' -exec install -D -m 644 {} "$(DOC)/{}" \;
	[ -z "$(COMPILER)" ] || $(NODE_FILES) | while read f; do \
		install -D -m 644 "$B/node/$$f" "$(LIB)/$$f" || exit 1; done
	find programs -type f ! -path '*/bench/*' ! -name demo \
		-exec install -D -m 644 {} "$(SHARE)/trellis/{}" \;
	install -m 644 $(BOOT) "$(SHARE)/trellis/programs"
	[ -z "$(MESSAGES)" ] || \
		install -m 644 $(MESSAGES) "$(SHARE)/trellis/programs/messages"
	[ -z "$(SOFTWIRE)" ] || \
		install -m 644 $(SOFTWIRE) "$(SHARE)/trellis/programs/b008"
	find editors/vscode -type f -printf '%P\n' | while read f; do \
		install -D -m 644 "editors/vscode/$$f" "$(SHARE)/trellis/vscode/$$f" || exit 1; done
	mkdir -p "$(BASH_DIR)" "$(ZSH_DIR)" "$(FISH_DIR)"
	$B/trellis completion bash > "$(BASH_DIR)/trellis"
	for n in $(NAMES); do ln -sf trellis "$(BASH_DIR)/$$n" || exit 1; done
	$B/trellis completion zsh > "$(ZSH_DIR)/_trellis"
	$B/trellis completion fish > "$(FISH_DIR)/trellis.fish"
	[ -z "$(VIEWER)" ] || { install -D -m 644 mk/trellis.svg "$(SHARE)/$(ICON)" && \
		mkdir -p "$(SHARE)/applications" && sed 's|@SHARE@|$(PREFIX)/share|' \
		mk/trellis.desktop > "$(SHARE)/applications/trellis.desktop"; }

# Directories that install makes, those within others first. Of /usr and /usr/local, those that the
# system has itself stay even if they are empty.
MADE = bash-completion/completions bash-completion zsh/site-functions zsh \
	fish/vendor_completions.d fish icons/hicolor/scalable/apps icons/hicolor/scalable \
	icons/hicolor icons applications doc man/man1 man/man5
OWN_MADE = $(if $(filter /usr /usr/local,$(PREFIX)),,share/man share lib bin ../$(notdir $(PREFIX)))

# What install has put there, of this version, and directories that are empty then.
uninstall:
	for n in trellis trellis-cc trellis-clang trellis-view trellis-mpi $(NAMES); do \
		rm -f "$(BIN)/$$n"; done
	for f in $(notdir $(wildcard docs/man/*.1)) deTrEK.1; do \
		rm -f "$(SHARE)/man/man1/$$f"; done
	for f in $(notdir $(wildcard docs/man/*.5)); do rm -f "$(SHARE)/man/man5/$$f"; done
	rm -rf "$(LIB)" "$(DOC)" "$(SHARE)/trellis"
	for n in trellis $(NAMES); do rm -f "$(BASH_DIR)/$$n"; done
	rm -f "$(ZSH_DIR)/_trellis" "$(FISH_DIR)/trellis.fish"
	rm -f "$(SHARE)/$(ICON)" "$(SHARE)/applications/trellis.desktop"
	cd "$(DESTDIR)$(PREFIX)" 2> /dev/null && for d in $(MADE:%=share/%) $(OWN_MADE); do \
		rmdir "$$d" 2> /dev/null; done || true

# The extension of VS Code as a package: npm's @vscode/vsce.
vsix: $B/trellis-$(VERSION).vsix

$B/trellis-$(VERSION).vsix: $(shell find editors/vscode -type f)
	@mkdir -p $(@D)
	cd editors/vscode && vsce package --no-dependencies --skip-license \
		--allow-missing-repository -o $(abspath $@)

# The source of what is committed; and the Debian packages of it, made in a copy of their own.
NAME = trellis-$(VERSION)
dist: $B/$(NAME).tar.xz

$B/$(NAME).tar.xz: .git/HEAD
	@mkdir -p $B
	git archive --prefix=$(NAME)/ HEAD | xz > $@

deb: $B/$(NAME).tar.xz
	rm -rf $B/deb && mkdir -p $B/deb
	tar -C $B/deb -xf $<
	cd $B/deb/$(NAME) && dpkg-buildpackage -us -uc
	ls $B/deb/*.deb $B/deb/*.dsc
