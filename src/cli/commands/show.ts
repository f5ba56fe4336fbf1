// `proxyctl show`: prints one captured request in full.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'show',
  summary: 'Print a captured request in full, as JSON',
  configure: (c) => c.argument('<id>', 'number of the request').option('--port <n>', 'port of the proxy'),
  action: async ([id], { port }) => {
    const { requestId } = await import('../options.ts');
    const { printJson, trafficClient } = await import('../traffic-client.ts');
    printJson(await (await trafficClient(port)).flow(requestId(id)));
    return 0;
  },
});
