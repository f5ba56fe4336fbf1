// `proxyctl list`: lists the captured requests, one per line.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'list',
  summary: 'List captured requests, a line each, newest last',
  examples: [
    ['proxyctl list --errors --limit 10', 'list the last ten failures'],
    ["proxyctl list --filter 'status:4xx host:api.example.com'", 'list what a filter matches'],
  ],
  configure: (c) =>
    c
      .option('--search <text>', 'only those with this text in the URL or the name of the app')
      .option('--host <host>', 'only those with this text in the host')
      .option('--app <name>', 'only those with this text in the name of the app')
      .option('--method <method>', 'only those with this method')
      .option('--status <code>', 'only those with this status')
      .option('--errors', 'only those that failed or have a status of 400 or above')
      .option('--filter <filter>', 'only those that match, such as "status:4xx -method:OPTIONS duration>2s"')
      .option('--limit <n>', 'at most this many, the newest', '50')
      .option('--port <n>', 'port of the proxy'),
  action: async (_, { search, host, app, method, status, errors, filter: expression, limit, port }) => {
    const { count } = await import('../options.ts');
    const { listLine, wantsColors } = await import('../flow-line.ts');
    const { trafficClient } = await import('../traffic-client.ts');
    const filter = {
      limit: String(count('--limit', limit)),
      ...(search !== undefined && { search }),
      ...(host !== undefined && { host }),
      ...(app !== undefined && { app }),
      ...(method !== undefined && { method }),
      ...(status !== undefined && { status: String(count('--status', status)) }),
      ...(errors === true && { errors: '1' }),
      ...(expression !== undefined && { filter: expression }),
    };
    const flows = await (await trafficClient(port)).flows(filter);
    const colors = wantsColors(process.stdout);
    process.stdout.write(flows.map((flow) => `${listLine(flow, colors)}\n`).join(''));
    return 0;
  },
});
