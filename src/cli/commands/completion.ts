// `proxyctl completion`: completes commands and options in a shell.
import { Argument } from '@commander-js/extra-typings';
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'completion',
  summary: 'Print what a shell evaluates to complete commands and options',
  examples: [
    ['proxyctl completion bash', 'print the script; eval "$(proxyctl completion bash)" in ~/.bashrc uses it'],
    ['proxyctl completion fish', 'print the script for ~/.config/fish/completions/proxyctl.fish'],
  ],
  configure: (c) =>
    c.addArgument(
      new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish', 'powershell'] as const),
    ),
  action: async ([shell]) => (await import('../completion/print.ts')).printScript(shell),
});
