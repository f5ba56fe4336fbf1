// `proxyctl setup`: makes programs and devices use the running proxy.
import { defineCommand } from '../command.ts';

const collect = (value: string, values: readonly string[]): readonly string[] => [...values, value];
const none: readonly string[] = [];

export const command = defineCommand({
  name: 'setup',
  summary: 'Set up a browser, a terminal, a runtime or a device for the running proxy',
  examples: [
    ['proxyctl setup', 'list what can be set up'],
    ['proxyctl setup firefox', 'start Firefox with a fresh profile that uses the proxy'],
  ],
  wrapsCommand: true,
  configure: (c) =>
    c
      .argument('[target]', 'what to set up; without it, the targets are listed')
      .argument('[command...]', 'behind --: a command to run with it; arguments of a browser')
      .usage('[options] [target] [-- command [args...]]')
      .option('--undo', 'take it back')
      .option('--port <n>', 'port of the proxy (default: that of the app)')
      .option('--shell <name>', 'print for sh, fish or powershell (default: your shell)')
      .option(
        '--service <name>',
        'docker: print a compose override for this service; repeatable',
        collect,
        none,
      ),
  action: async ([target, command], options) => {
    const { runSetup } = await import('../setup/index.ts');
    return runSetup(target === undefined ? [] : [target, ...command], options);
  },
});
