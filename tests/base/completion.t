#!/bin/bash
# trellis completion: the commands and options of --help, as each shell reads them.
. tests/tap.sh
PATH=$(dirname "$TRELLIS"):$PATH
for shell in bash zsh fish; do
	"$TRELLIS" completion $shell > "$tmp/$shell"
done
commands=$("$TRELLIS" --help | sed -nE 's/^  ([a-z]+) .*/\1/p')
tabled=$(grep -vx cc <<< "$commands") # cc reads its options as other C compilers do: no table

# completed LINE: what bash offers for the last word, which may be empty
completed() {
	bash --norc -c '
		compopt() { :; }
		. "$1"; read -ra COMP_WORDS <<< "$2"
		[[ $2 != *" " ]] || COMP_WORDS+=("")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_trellis trellis "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
		printf "%s\n" "${COMPREPLY[@]}"' bash "$tmp/bash" "$1"
}

is "bash: commands" "$(completed 'trellis ' | grep -v -- -- | sort)" \
	"$(printf '%s\nhelp\n' "$commands" | sort)"
is "bash: a command that begins so" "$(completed 'trellis swa')" swarm
is "bash: commands that can be explained" "$(completed 'trellis help rep')" "$(printf 'report\nreplay')"
for command in $tabled; do
	completed "trellis $command --" | sort > "$tmp/got"
	"$TRELLIS" "$command" --help | sed -nE 's/^  (-., |    )(--[a-z0-9-]+).*/\2/p' | sort | diff - "$tmp/got"
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "bash: the options of each command"
is "bash: a command by its own name" "$(completed 'detrek --expl')" --explain
mkdir "$tmp/place"
is "bash: directories only, where one is wanted" \
	"$(cd "$tmp" && completed 'trellis run --root pl')" place
is "bash: values" "$(completed 'trellis run --engine ')" "$(printf 'translate\neager\ninterpreter')"
is "bash: values after =" "$(completed 'trellis run --engine = t')" translate
is "bash: values and files" "$(cd "$tmp" && touch book && completed 'trellis run --tree bo' | sort)" \
	"$(printf 'book\nboot')"
is "bash: formats" "$(completed 'trellis export -o x.json per')" perfetto
is "bash: after the format, files" "$(completed 'trellis export perfetto t')" ""
for shell in zsh fish; do
	if command -v $shell > "$tmp/diff"; then
		$shell -n "$tmp/$shell" 2> "$tmp/diff"
		result $? "$shell reads its file"
	else
		result 0 "$shell reads its file # SKIP $shell is missing"
	fi
done
if command -v fish > /dev/null; then
	is "fish: options" "$(HOME=$tmp fish --no-config -c "source $tmp/fish; complete -C 'trellis run --quo'" |
		cut -f 1)" --quota
fi
if command -v fish > /dev/null; then
	is "fish: values and formats" "$(for line in 'run --engine t' 'export perf'; do
		HOME=$tmp fish --no-config -c "source $tmp/fish; complete -C 'trellis $line'" | cut -f 1
	done)" "$(printf 'translate\nperfetto')"
fi
if command -v zsh > /dev/null; then
	mkdir "$tmp/functions" && cp "$tmp/zsh" "$tmp/functions/_trellis"
	for load in "source $tmp/zsh" "source <(trellis completion zsh)" \
		"fpath=($tmp/functions \$fpath); autoload -Uz compinit; compinit -D"; do
		is "zsh: $(sed "s|$tmp/||" <<< "${load%%;*}")" "$(cd "$tmp" && for line in 'swa' 'run --engine tra' 'run --engine=tra' 'export perf'; do
			HOME=$tmp zsh -f "$OLDPWD/tests/base/completed.zsh" "trellis $line" "$load"
		done)" "$(printf 'trellis %s \n' swarm 'run --engine translate' 'run --engine=translate' 'export perfetto')"
	done
fi
# Each value that is offered is taken, and no other: the command prints its help behind the option.
sed -nE "s/^complete -c trellis -n '__fish_seen_subcommand_from ([a-z]+)'.* -l ([a-z-]+) -x -a '([a-zA-Z0-9 ]+)'.*/\1 \2 \3/p" "$tmp/fish" > "$tmp/values"
while read -r command option values; do
	for value in $values; do
		"$TRELLIS" "$command" "--$option" "$value" --help > "$tmp/got" 2>&1 || echo "$command --$option $value"
	done
	! "$TRELLIS" "$command" "--$option" nonesuch --help > "$tmp/got" 2>&1 || echo "$command --$option nonesuch"
done < "$tmp/values" > "$tmp/diff"
[ "$(wc -l < "$tmp/values")" -gt 10 ] && [ ! -s "$tmp/diff" ]
result $? "the values offered are those that the commands take"
for command in $tabled; do
	"$TRELLIS" "$command" --help | sed -nE 's/^  (-., |    )--([a-z0-9-]+).*/\2/p' | while read -r option; do
		grep -q -- "'--$option" "$tmp/zsh" || echo "zsh: $command --$option"
		grep -q "from $command'.* -l $option " "$tmp/fish" || echo "fish: $command --$option"
	done
done > "$tmp/diff"
test ! -s "$tmp/diff"
result $? "zsh and fish: the options of each command"
expect "an unknown shell" 2 "$TRELLIS" completion bsh <<'X'
trellis: unknown shell 'bsh'; did you mean 'bash'? give bash, zsh or fish
X
expect "no shell" 2 "$TRELLIS" completion <<'X'
trellis: completion: name one shell: bash, zsh or fish
X
echo "1..$n"
