// `proxyctl app`: runs the app until it is stopped.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'app',
  summary: 'Start the app: capture, debugging tools and everything else, until interrupted',
  configure: (c) =>
    c
      .option('--port <n>', 'port to listen on this time, 0 for any free one (default: that of the settings)')
      .option('--no-open', 'do not open the browser')
      .option('--workspace <folder>', 'folder of the API client, from now on'),
  action: async (_, options) => {
    const { runApp } = await import('../app/app.ts');
    return runApp(options);
  },
});
