// `proxyctl bypass-scan`: lists the programs that reach the web past the proxy.
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'bypass-scan',
  summary: 'List apps that connect to the web directly, and why they bypass the proxy',
  examples: [
    ['proxyctl bypass-scan', 'list the connections that go past the app'],
    ['proxyctl bypass-scan --port 9091', 'leave out those of the proxy on another port'],
  ],
  configure: (c) => c.option('--port <n>', 'port of the proxy (default 9090)'),
  action: async (_, { port = '9090' }) => {
    const { portNumber } = await import('../options.ts');
    const { printBypassing } = await import('../bypass-scan.ts');
    return printBypassing(portNumber('--port', port));
  },
});
