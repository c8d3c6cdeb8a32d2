#!/bin/bash
# The extension in VS Code: code-server of npm, driven in headless chromium by playwright-core; without them the test is skipped.
# The pictures are put into $PICTURES, if it is set.
. tests/tap.sh
build=$(dirname "$TRELLIS")
[ -x "$build/trellis-cc" ] || { echo "1..0 # SKIP there is no compiler"; exit; }
for package in code-server playwright-core; do
	if ! node -e "require.resolve('$package/package.json')" 2> "$tmp/where"; then
		echo "1..0 # SKIP npm's $package is not where NODE_PATH says"
		exit
	fi
done
command -v chromium > "$tmp/where" || { echo "1..0 # SKIP no browser (Debian: chromium)"; exit; }

# The workspace.
work=$tmp/work
cp -r tests/detrek/debug/sums "$work"
cp tests/detrek/outcomes/node/dining.c "$work"
sed 's/topology =/topologie =/' "$work/sums.vms" > "$work/bad.vms"
printf 'topology bad\nnode n0\nhost h\nwire h.0 n0.4\nend\n' > "$work/bad.topo"
(cd "$work" && "$TRELLIS" run --record sums.rec -o /dev/null sums.vms) > "$tmp/run" 2>&1
is "the run has ended" "$?" 0
mkdir "$work/.vscode"
cat > "$work/.vscode/launch.json" <<'END'
{ "version": "0.2.0", "configurations": [{ "type": "trellis", "request": "launch", "name": "sums",
	"recording": "${workspaceFolder}/sums.rec", "stopOnEntry": true }] }
END

# The editor; a port that is not used.
mkdir -p "$tmp/extensions" "$tmp/data/User" "$tmp/data/Machine"
cp -r editors/vscode "$tmp/extensions/trellis.trellis-0.9.0"
cat > "$tmp/data/User/settings.json" <<'END'
{ "workbench.startupEditor": "none", "remote.autoForwardPorts": false, "security.workspace.trust.enabled": false, "git.enabled": false,
	"trellis.programOptions": ["--cc", "-DMEALS=1", "--cc", "-O0"] }
END
echo "{ \"trellis.path\": \"$(realpath "$TRELLIS")\" }" > "$tmp/data/Machine/settings.json"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
server=$(node -p 'require("path").dirname(require.resolve("code-server/package.json"))')/out/node/entry.js
HOME=$tmp node "$server" --auth none --bind-addr "127.0.0.1:$port" --extensions-dir "$tmp/extensions" \
	--user-data-dir "$tmp/data" --disable-telemetry --disable-update-check > "$tmp/server" 2>&1 &
server=$!
trap 'kill $server; wait $server; rm -rf "$tmp"' EXIT
answers() {
	python3 -c "import socket; socket.create_connection(('127.0.0.1', $port))" 2> "$tmp/where" || ! kill -0 $server
}
await answers

expect "what the user sees" 0 node tests/editors/vscode.js "http://127.0.0.1:$port" "$work" "${PICTURES:-$tmp}" <<'END'
entry: Paused on entry
continue: compute.c:43
total: 93
inline: total = 93
continue: 1000
step back: compute.c:42
reverse: 93
reverse: compute.c:43
why: why total
changed: 7
node: n0 runs at high priority
process: 0.1 master
go to time: Paused on goto
restart: Paused on entry
log point: the sum is 93
continue: 93
data breakpoint: Paused on data breakpoint
completions: last,limit
vms: unknown key 'topologie'
topo: link 4 does not exist
run: sums.vms has ended; the run is recorded in sums.rec.
debug: Paused on entry
program: dining.c has ended; the run is recorded in dining.rec.
outcomes: outcome 1, 6 orders; deadlock 2, 1 order
outcome: Paused on entry
END
"$TRELLIS" info "$work/dining.rec" 2>&1 | grep -q -e "--cc -DMEALS=1 --cc -O0"
result $? "the options of the user's settings"
echo "1..$n"
