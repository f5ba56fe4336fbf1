// `proxyctl stop`: stops the app, wherever it was started.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'stop',
  summary: 'Stop the app in order, and restore the system proxy',
  examples: [
    ['proxyctl stop', 'stop the app of this user'],
    ['proxyctl stop && proxyctl app --detach', 'start it again'],
  ],
  action: async () => {
    const { stopApp } = await import('../app/lifecycle.ts');
    return stopApp();
  },
});
