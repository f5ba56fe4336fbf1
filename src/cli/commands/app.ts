// `proxyctl app`: runs the app until it is stopped.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'app',
  summary: 'Start the app: capture, debugging tools and everything else, until it is stopped',
  examples: [
    ['proxyctl app', 'start the app and open its window'],
    ['proxyctl app --detach --no-open', 'start it in the background, and print the link to its page'],
  ],
  configure: (c) =>
    c
      .option('--port <n>', 'port to listen on this time, 0 for any free one (default: that of the settings)')
      .option('--no-open', 'do not open the browser')
      .option(
        '--detach',
        'start it in the background, return when it listens, and print the link to its page',
      )
      .option('--wait [seconds]', 'start nothing: return when the app listens (default: after at most 60)')
      .option('--workspace <folder>', 'folder of the API client, from now on'),
  action: async (_, options) => {
    const { detach, wait } = options;
    if (detach === undefined && wait === undefined) return (await import('../app/app.ts')).runApp(options);
    return (await import('../app/lifecycle.ts')).appInBackground(options);
  },
});
