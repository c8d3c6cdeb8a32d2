#!/bin/bash
# Each command lists its options, within 80 columns, and explains a wrong one.
. tests/tap.sh
for command in boot replay view shell run new occam export bench cc db as dis symbols topo swarm detrek debug why flowback order outcomes races units simul report probe tvmfilter; do
	"$TRELLIS" $command --help > "$tmp/help" 2>&1
	is "$command --help" "$? $(head -c 6 "$tmp/help")" "0 usage:"
	is "$command: within 80 columns" "$(awk 'length > 80' "$tmp/help")" ""
	is "$command --version" "$("$TRELLIS" $command --version)" "$("$TRELLIS" --version)"
	is "help $command" "$("$TRELLIS" help $command)" "$(cat "$tmp/help")"
	is "$command -h" "$("$TRELLIS" $command -h)" "$(cat "$tmp/help")"
	"$TRELLIS" $command --frobnicate > "$tmp/out" 2> "$tmp/err"
	is "$command --frobnicate" "$? $(cat "$tmp/out") $(tail -1 "$tmp/err" | grep -o "$command --help' lists the options")" \
		"2  $command --help' lists the options"
done

# mistake NAME ARGUMENT...: the message for a command line that is wrong.
mistake() {
	"$TRELLIS" "${@:2}" > "$tmp/out" 2> "$tmp/err"
	is "$1" "$? $(cat "$tmp/out" "$tmp/err")" "2 $(cat)"
}
mistake 'a misspelt command' rnu <<'END'
trellis: unknown command rnu; did you mean 'run'? 'trellis --help' lists the commands
END
mistake 'a misspelt option' run --vew <<'END'
trellis: run: unknown option --vew; did you mean '--view'? 'trellis run --help' lists the options
END
mistake 'an unknown option' shell --frobnicate <<'END'
trellis: shell: unknown option --frobnicate; 'trellis shell --help' lists the options
END
mistake 'help for an unknown command' help frobnicate <<'END'
trellis: unknown command frobnicate; 'trellis --help' lists the commands
END
mistake 'a missing argument' boot --until <<'END'
trellis: boot: option --until lacks its argument; 'trellis boot --help' lists the options
END

# An option that several commands have is the same row: seed, sync, faults, window, requests.
for option in --seed --sync --engine --fault --faults --view --paused --requests --record --moments --break-outside; do
	for command in boot run shell; do
		"$TRELLIS" $command --help | grep -A1 -- " $option " > "$tmp/$command"
	done
	diff "$tmp/boot" "$tmp/run" > "$tmp/err" && diff -b "$tmp/boot" "$tmp/shell" >> "$tmp/err"
	is "$option in boot, run and shell" "$(sed -n 1p "$tmp/boot" | grep -c .)" 1
done
# One option has one meaning in all commands. Those below take different things, and mean the same;
# another option with another argument is likely to mean something else: give it another name.
for command in $("$TRELLIS" help | sed -nE 's/^  ([a-z]+) .*/\1/p'); do
	"$TRELLIS" help $command |
		sed -nE 's/^ +(-[a-zA-Z], )?--([a-z-]+)(\[?[= ]([][A-Z,.@:=x]+)| |$).*/\2 \4/p'
done | sort -u > "$tmp/options"
is "options that take different things" "$(awk '
	{ n[$1]++; taken[$1] = taken[$1] " " ($2 == "" ? "-" : $2) }
	END { for (o in n) if (n[o] > 1) print o taken[o] }' "$tmp/options" | sort)" "bench - N]
boot - FILE
dot - FILE
graph FILE N
output DIR FILE OUT
picture FILE FILE@TIME
record DIR FILE
task TASK TASK[.SUBTASK]"
is "at most 200 names" "$(($(cut -d' ' -f1 "$tmp/options" | uniq | wc -l) <= 200))" 1

# Those that meant something else in earlier versions say what does it now.
for option in "detrek --check" "flowback --nodes" "flowback --graph" "flowback --sync" \
	"flowback --check" "why --nodes" "order --depth" "order --table" "outcomes --depth" \
	"export --nodes" "swarm --all" "as --type" "dis --type" "cc --type"; do
	"$TRELLIS" $option > "$tmp/out" 2> "$tmp/err"
	is "$option" "$? $(cat "$tmp/out") $(grep -c -- "${option#* } is gone: --" "$tmp/err")" "2  1"
done
echo "1..$n"
