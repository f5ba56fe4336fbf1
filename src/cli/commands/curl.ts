// `proxyctl curl`: prints a captured request as a cURL command.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'curl',
  summary: 'Print a captured request as a cURL command',
  examples: [
    ['proxyctl curl 12', 'print request 12 as a command'],
    ['proxyctl curl 12 | sh', 'send it again, without the proxy'],
  ],
  configure: (c) => c.argument('<id>', 'number of the request').option('--port <n>', 'port of the proxy'),
  action: async ([id], { port }) => {
    const { requestId } = await import('../options.ts');
    const { trafficClient } = await import('../traffic-client.ts');
    const curl = await (await trafficClient(port)).curl(requestId(id));
    process.stdout.write(curl.endsWith('\n') ? curl : `${curl}\n`);
    return 0;
  },
});
