// Scripts that a shell evaluates to complete `proxyctl`. All ask the program itself, which knows its options.

/** The first word of a command line that asks for candidates; the line to complete follows. */
export const COMPLETE = '__complete';

const bash = `# Completion of proxyctl for bash: eval "$(proxyctl completion bash)" in ~/.bashrc
_proxyctl() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o default 2>/dev/null
      return
    fi
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <("$1" ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _proxyctl proxyctl
`;

const zsh = `#compdef proxyctl
# Completion of proxyctl for zsh: eval "$(proxyctl completion zsh)" in ~/.zshrc, after compinit
_proxyctl() {
  local line
  local -a items
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <("$words[1]" ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe proxyctl items
}
if [[ $funcstack[1] == _proxyctl ]]; then
  _proxyctl "$@"
else
  compdef _proxyctl proxyctl
fi
`;

const fish = `# Completion of proxyctl for fish: proxyctl completion fish > ~/.config/fish/completions/proxyctl.fish
function __proxyctl_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -a words "$current"
  set -l lines ($words[1] ${COMPLETE} $words[2..-1] 2>/dev/null)
  if test "$lines[1]" = ":files"
    __fish_complete_path "$current"
    return
  end
  printf '%s\\n' $lines
end
complete -c proxyctl -f -a '(__proxyctl_complete)'
`;

const powershell = `# Completion of proxyctl for PowerShell: proxyctl completion powershell | Out-String | Invoke-Expression in $PROFILE
Register-ArgumentCompleter -Native -CommandName proxyctl -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  & $commandAst.CommandElements[0].ToString() ${COMPLETE} @words | ForEach-Object {
    $word, $description = $_ -split "\`t", 2
    if ($word -ne ':files') {
      if (-not $description) { $description = $word }
      [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $description)
    }
  }
}
`;

export const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
  ['powershell', powershell],
]);
