// `proxyctl replay`: sends a captured request again through the proxy.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'replay',
  summary: 'Send a captured request again, and print the new one as JSON',
  examples: [
    ['proxyctl replay 12', 'send request 12 again'],
    ['proxyctl replay 12 --port 9091 | jq .status', 'send it on a proxy on another port'],
  ],
  configure: (c) => c.argument('<id>', 'number of the request').option('--port <n>', 'port of the proxy'),
  action: async ([id], { port }) => {
    const { requestId } = await import('../options.ts');
    const { printJson, trafficClient } = await import('../traffic-client.ts');
    printJson(await (await trafficClient(port)).replay(requestId(id)));
    return 0;
  },
});
