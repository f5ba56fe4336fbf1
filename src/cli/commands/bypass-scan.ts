// `proxyctl bypass-scan`: lists the programs that connect to the web without the proxy.
import { defaultPort } from '../../base/default-port.ts';
import { defineCommand } from '../command.ts';

export const command = defineCommand({
  name: 'bypass-scan',
  summary: 'List apps that connect to the web directly, and why they bypass the proxy',
  examples: [
    ['proxyctl bypass-scan', 'list the connections that go past the app'],
    ['proxyctl bypass-scan --port 9091', 'leave out those of the proxy on another port'],
  ],
  configure: (c) => c.option('--port <n>', `port of the proxy (default ${defaultPort})`),
  action: async (_, { port = String(defaultPort) }) => {
    const { portNumber } = await import('../options.ts');
    const { printBypassing } = await import('../bypass-scan.ts');
    return printBypassing(portNumber('--port', port));
  },
});
