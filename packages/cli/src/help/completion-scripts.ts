/** The shells for which `ol-cli completion` has a script. */
export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

/**
 * Scripts that call `ol-cli completion --words` for candidates, one per line, with the words after `ol-cli` up to the
 * cursor. Without candidates the shell completes file names.
 */
export const completionScripts: Readonly<Record<Shell, string>> = {
  bash: `_ol_cli() {
  local IFS=$'\\n' cur="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=($(compgen -W "$(ol-cli completion --words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "$cur"))
}
complete -o default -F _ol_cli ol-cli
`,
  zsh: `#compdef ol-cli
_ol_cli() {
  local -a found
  found=("\${(@f)$(ol-cli completion --words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[*]}" ]]; then compadd -a found; else _files; fi
}
compdef _ol_cli ol-cli
`,
  fish: `function __ol_cli
  set -l words (commandline -opc) (commandline -ct)
  ol-cli completion --words -- $words[2..-1] 2>/dev/null
end
complete -c ol-cli -a '(__ol_cli)'
`,
}
