// `proxyctl view`: shows recorded traffic in the web UI, without a proxy.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'view',
  summary: 'Show recorded traffic in the web UI, read-only and without a proxy, until interrupted',
  examples: [
    ['proxyctl view run.har', 'look at what a job in CI has recorded'],
    ['proxyctl view before.proxysession after.proxysession', 'look at two recordings together'],
  ],
  configure: (c) =>
    c
      .argument('<files...>', 'sessions, HAR files or JSON sessions of Charles; - reads standard input')
      .option('--port <n>', 'port of the page, 0 for any free one', '0')
      .option('--no-open', 'do not open the browser'),
  action: async ([files], options) => {
    const { view } = await import('../view/view.ts');
    return view(files, options);
  },
});
