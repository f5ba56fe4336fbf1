// `proxyctl proxy-guard`: started by the app when it switches the system proxy.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'proxy-guard',
  summary: 'Restore the system proxy settings when the app dies (started by the app)',
  examples: [],
  configure: (c) =>
    c
      .requiredOption('--pid <pid>', 'process of the app')
      .requiredOption('--port <n>', 'port that the app has switched the system to')
      .option('--dry-run', 'print what would be restored now, and change nothing'),
  action: async (_, options) => {
    const { runGuard } = await import('../app/guard.ts');
    return runGuard(options);
  },
});
