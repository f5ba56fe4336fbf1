// `proxyctl doctor`: checks the requirements of a first start.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'doctor',
  summary: 'Check ports, settings, certificate, system proxy and environment, and say what to do',
  examples: [
    ['proxyctl doctor', 'look for what is wrong'],
    ['proxyctl doctor --json | jq ".[] | select(.level == \\"error\\")"', 'do so in a script'],
  ],
  configure: (c) => c.option('--json', 'print a JSON list'),
  action: async (_, options) => {
    const { doctor } = await import('../doctor/index.ts');
    return doctor(options);
  },
});
