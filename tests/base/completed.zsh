# completed.zsh LINE COMMAND: what a line of zsh becomes when Tab is pressed after it; COMMAND: typed before
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PS1=; unset zle_bracketed_paste; $2; show() { LINE=\$BUFFER; BUFFER=; print -r -- \"<\$LINE>\"; zle accept-line }
zle -N show; bindkey '^X' show; bindkey '^I' complete-word; print REA\"\"DY"
until zpty -r z line '*READY*'; do :; done
zpty -w -n z "$1"$'\t\x18'
zpty -r z line '*<*>*'
print -r -- "${${line#*<}%%>*}"
zpty -d z
