// A transparent run from start to end, in a namespace with a real resolver: programs that ignore every proxy variable.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { join } from 'node:path';
import { untrustedAuthority } from '../../helpers/authority.ts';
import { OTHER_MACHINE } from '../../helpers/namespace.ts';
import { compiledClients } from './plain-clients.ts';
import { startResolver } from './resolver.ts';

const PROXYCTL = new URL('../../../bin/proxyctl.js', import.meta.url).pathname;
const folder = process.argv[2]!;
const home = join(folder, 'home');
mkdirSync(home, { mode: 0o700 });
const env = { ...process.env, PROXYCTL_HOME: home };

const dnsmasq = await startResolver();
const { key, cert } = untrustedAuthority().issue('api.harbor.test');
const respond: http.RequestListener = (request, response) => response.end(`origin ${request.url}`);
const servers: net.Server[] = [
  http.createServer(respond).listen(80, OTHER_MACHINE),
  https.createServer({ key, cert }, respond).listen(443, OTHER_MACHINE),
  // A server that speaks first, and none of our protocols.
  net.createServer((socket) => socket.end('220 harbor ready\r\n')).listen(2525, OTHER_MACHINE),
];
await Promise.all(servers.map((server) => once(server, 'listening')));

const ca = execFileSync(process.execPath, [PROXYCTL, 'ca'], { env, encoding: 'utf8' }).trim();
const bare = `env -i PATH="$PATH" HOME="${folder}"`;
const commands = [
  `${bare} curl -sS -m 10 --cacert ${ca} https://api.harbor.test/curl`,
  'echo',
  `${bare} python3 -c 'import urllib.request as u; print(u.urlopen("http://api.harbor.test/python").read().decode())'`,
  `${bare} python3 -c 'import socket; s = socket.create_connection(("mail.harbor.test", 2525)); print(s.makefile().readline().strip())'`,
  ...compiledClients(folder, (name) => `http://api.harbor.test/${name}`).map(
    (command) => `${bare} ${command}`,
  ),
  'exit 7',
];
const har = join(folder, 'run.har');
const options = ['--port', '0', '--quiet', '--ssl', 'api.harbor.test', '--insecure', '*', '--record', har];
const child = spawn(
  process.execPath,
  [PROXYCTL, 'run', ...options, '--transparent', '--', 'sh', '-c', commands.join('\n')],
  {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let output = '';
child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
const [code] = (await once(child, 'exit')) as [number];

interface Recorded {
  readonly log: {
    readonly entries: readonly { readonly request: { readonly url: string } }[];
  };
}
const { log } = JSON.parse(readFileSync(har, 'utf8')) as Recorded;
for (const server of servers) server.close();
dnsmasq.kill();
writeFileSync(
  1,
  JSON.stringify({
    code,
    output: output.trim().split('\n'),
    urls: log.entries.map(({ request }) => request.url),
  }),
);
process.exit(0);
