// `proxyctl dns-standby`: keeps the names of DNS capture resolving while the app is not running. The app starts it.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'dns-standby',
  summary: 'Answer DNS for captured domains while the app is not running',
  examples: [],
  action: async () => {
    const { dataFolder } = await import('../../base/data-folder.ts');
    const { standBy } = await import('../dns-standby/stand-by.ts');
    await standBy(dataFolder(), (text) => process.stderr.write(`${text}\n`));
    return 0;
  },
});
