// DNS capture from start to end, run in a namespace: a real resolver, real clients, and the commands that are shown.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { launcher } from '../../helpers/cli.ts';
import { untrustedAuthority } from '../../helpers/authority.ts';
import { OTHER_MACHINE } from '../../helpers/namespace.ts';
import { compiledClients } from './plain-clients.ts';
import { resolverArguments } from './resolver.ts';

const PROXYCTL = launcher;
const PORT = 9099;
const folder = process.argv[2]!;
const home = join(folder, 'home');
mkdirSync(home, { mode: 0o700 });
const env = { ...process.env, PROXYCTL_HOME: home };
const before = readFileSync('/etc/resolv.conf', 'utf8');

const children: ChildProcess[] = [];
function start(command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  return child;
}

const run = promisify(execFile);
const shell = (script: string): string =>
  execFileSync('sh', ['-c', `sudo() { "$@"; }\n${script}`], { encoding: 'utf8' });
const addressOf = (name: string): string =>
  shell(`getent ahostsv4 ${name} | head -1 || true`).split(' ')[0] ?? '';

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (await isSo()) return;
    await setTimeout(100);
  }
  throw new Error(`${what}: not after 15 s`);
}

async function rpc(method: string, params: object = {}): Promise<ReturnType<typeof JSON.parse>> {
  const token = readFileSync(join(home, 'api-token'), 'utf8').trim();
  const response = await fetch(`http://127.0.0.1:${PORT}/api/rpc`, {
    method: 'POST',
    headers: { 'X-Proxy-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: string };
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error}`);
  return answer.result;
}

async function startApp(): Promise<ChildProcess> {
  const app = start(process.execPath, [PROXYCTL, 'app', '--no-open', '--port', String(PORT)]);
  await until('the app starts', () =>
    rpc('status').then(
      () => true,
      () => false,
    ),
  );
  return app;
}

const names = ['api.harbor.test', 'other.test'];
start('dnsmasq', resolverArguments(names));
const { key, cert } = untrustedAuthority().issue('api.harbor.test');
const respond: http.RequestListener = (request, response) => response.end(`origin ${request.url}`);
const servers = [http.createServer(respond).listen(80, OTHER_MACHINE)];
servers.push(https.createServer({ key, cert }, respond).listen(443, OTHER_MACHINE));
await Promise.all(servers.map((server) => once(server, 'listening')));
await until('the resolver starts', () => addressOf('api.harbor.test') === OTHER_MACHINE);

const app = await startApp();
await rpc('update_settings', {
  changes: { sslProxyingHosts: ['api.harbor.test'], insecureUpstreamHosts: ['api.harbor.test'] },
});
// A program that connects past the proxy is found.
const script = `import socket, time; s = socket.create_connection(('api.harbor.test', 443)); time.sleep(60)`;
const direct = start('python3', ['-c', script]);
let found: { app: string; connections: { address: string; port: number }[] }[] = [];
await until('the direct connection is found', async () => {
  ({ direct: found } = (await rpc('bypassing_apps')) as { direct: typeof found });
  return found.some(({ app: name }) => name === 'python3');
});
direct.kill();
await rpc('ui.capture_domains', { app: 'curl', domains: ['harbor.test'] });
const sheet = (await rpc('ui.dns_capture')) as { apply: string[]; undo: string[]; means: string };
shell(sheet.apply.join('\n'));
const { led } = (await rpc('ui.dns_capture')) as { led: unknown };

const ca = execFileSync(process.execPath, [PROXYCTL, 'ca'], { env, encoding: 'utf8' }).trim();
const bare = ['-sS', '--noproxy', '*', '--max-time', '10'];
const secure = await run('curl', [...bare, '--cacert', ca, 'https://api.harbor.test/secure']);
const plain = await run('curl', [...bare, 'http://api.harbor.test/plain']);
const python = await run('python3', [
  '-c',
  `import ssl,urllib.request as u;print(u.build_opener(u.ProxyHandler({}),u.HTTPSHandler(context=ssl.create_default_context(cafile='${ca}'))).open('https://api.harbor.test/python').read().decode(),end='')`,
]);
const compiled: string[] = [];
for (const command of compiledClients(folder, (name) => `http://api.harbor.test/${name}`))
  compiled.push((await run('sh', ['-c', command])).stdout.trim());
const misdirected = await run('curl', [...bare, '-H', 'Host: other.test', 'http://127.0.0.1/']);
const passedOn = addressOf('other.test');
const flows = (await fetch(`http://127.0.0.1:${PORT}/api/flows`, {
  headers: { 'X-Proxy-Token': readFileSync(join(home, 'api-token'), 'utf8').trim() },
}).then((response) => response.json())) as { url: string; app: string; decrypted: boolean; state: string }[];
const { capturedDomains } = (await rpc('status')) as { capturedDomains: unknown };
const suggested = await rpc('suggest_capture_domains', { app: 'curl' });

// However the app ends, names resolve again, and are captured again when it is back.
app.kill('SIGKILL');
await until('names resolve without the app', () => addressOf('api.harbor.test') === OTHER_MACHINE);
const again = await startApp();
await until('names are captured again', () => addressOf('api.harbor.test') === '127.0.0.1');

await rpc('ui.capture_domains', { app: 'curl', domains: [] });
shell(sheet.undo.join('\n'));
const after = readFileSync('/etc/resolv.conf', 'utf8');
const restored = addressOf('api.harbor.test');
await until('the standby ends', () => !existsSync(join(home, 'dns-standby.pid')));
again.kill('SIGTERM');
await once(again, 'exit');

for (const server of servers) server.close();
for (const child of children) child.kill();
const result = {
  means: sheet.means,
  led,
  secure: secure.stdout,
  plain: plain.stdout,
  python: python.stdout,
  bypassing: found
    .filter(({ app: name }) => name === 'python3')
    .flatMap(({ connections }) => connections.map(({ address, port }) => `${address}:${port}`)),
  compiled,
  misdirected: misdirected.stdout.split('\n')[0],
  passedOn,
  flows: flows.map(({ url, app: name, decrypted, state }) => ({ url, app: name, decrypted, state })),
  capturedDomains,
  suggested,
  isUntouched: after === before && !existsSync('/etc/resolv.conf.before-proxyctl'),
  restored,
};
writeFileSync(1, JSON.stringify(result));
