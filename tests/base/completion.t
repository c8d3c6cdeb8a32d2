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
