// `proxyctl export`: writes a HAR file of all captured requests.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'export',
  summary: 'Export all captured requests as a HAR file (not redacted)',
  examples: [
    ['proxyctl export --out traffic.har', 'write a file'],
    ["proxyctl export | jq '.log.entries[].request.url'", 'list the URLs of all requests'],
  ],
  configure: (c) =>
    c
      .option('--out <file>', 'file to write, - for standard output', '-')
      .option('--port <n>', 'port of the proxy'),
  action: async (_, { out, port }) => {
    const { trafficClient } = await import('../traffic-client.ts');
    const { writeOutput } = await import('../output-file.ts');
    const client = await trafficClient(port);
    await writeOutput(out, (sink) => client.har(sink));
    return 0;
  },
});
