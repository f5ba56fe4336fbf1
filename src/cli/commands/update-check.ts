// `proxyctl update-check`: asks once for the newest version.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'update-check',
  summary: 'Ask the registry of npm for the newest version, which nothing does by itself',
  examples: [
    ['proxyctl update-check', 'see if there is a newer version'],
    ['proxyctl update-check | grep available', 'do so in a script'],
  ],
  action: async () => {
    const { updateCheck } = await import('../update-check.ts');
    return updateCheck();
  },
});
