// `proxyctl status`: prints the state of the running proxy.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'status',
  summary: 'Print what the running proxy is doing, as JSON',
  examples: [
    ['proxyctl status', 'ask the running app'],
    ['proxyctl status --port 9091 | jq .flowCount', 'ask a proxy on another port'],
  ],
  configure: (c) => c.option('--port <n>', 'port of the proxy'),
  action: async (_, { port }) => {
    const { printJson, trafficClient } = await import('../traffic-client.ts');
    printJson(await (await trafficClient(port)).status());
    return 0;
  },
});
