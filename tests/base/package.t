#!/bin/bash
# The Debian package: built from the source archive, without complaint of lintian, and what is in it
# works where it is unpacked, for a user without rights. Takes a whole build; with LONG only.
. tests/tap.sh
if [ -z "$LONG" ] || ! command -v dh lintian > /dev/null; then
	echo "1..0 # SKIP needs LONG=1, debhelper and lintian"
	exit
fi
git clone -q . "$tmp/source" && make -s -C "$tmp/source" deb > "$tmp/log" 2>&1
status=$?
tail -40 "$tmp/log" > "$tmp/diff"
result $status "make deb"
deb=$(ls "$tmp"/source/build/deb/trellis_*_*.deb)
lintian --allow-root --fail-on error,warning "$tmp"/source/build/deb/*.changes > "$tmp/diff" 2>&1
result $? "lintian"
dpkg-deb -x "$deb" "$tmp/root"
is "its version" "$(dpkg-deb -f "$deb" Version)" "$("$tmp/root/usr/bin/trellis" --version | cut -d ' ' -f 2)"
here=$PWD
mkdir "$tmp/empty" && cd "$tmp/empty" || exit
PATH=$tmp/root/usr/bin:/usr/bin:/bin # no python that only root may run
user() { # COMMAND...: as a user who may write here only
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
	else
		"$@"
	fi
}
chmod 755 "$tmp" && chmod 777 . && cp "$here"/tests/docs/tutorial.py "$here"/docs/tutorial.md "$tmp"
HOME=$PWD user python3 "$tmp/tutorial.py" "$tmp/tutorial.md" > "$tmp/diff" 2>&1
result $? "the tutorial"
cp -r "$tmp/root/usr/share/trellis/programs" . && chmod -R a+w programs
is "an application" "$(user trellis run programs/queens/queens.vms 2>&1 | head -1)" \
	"$(head -1 programs/queens/expected.txt)"
echo "1..$n"
