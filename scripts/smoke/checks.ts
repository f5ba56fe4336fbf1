// The checks, in their order: the app runs between the first and the last.
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { messageOf } from '../../src/base/errors.ts';
import { proxySettings } from '../../src/system/system-proxy/index.ts';
import { until, type Output, type World } from './world.ts';

export interface Check {
  readonly title: string;
  /** True for one that changes the settings of the system for a moment. */
  readonly changesSystem?: boolean;
  /** Resolves with what is worth saying, rejects when it fails. */
  readonly run: (world: World) => Promise<string | undefined>;
}

/** Says why a check makes no sense here. */
export class SkippedError extends Error {
  override readonly name = 'SkippedError';
}

export const CHECKS: readonly Check[] = [
  { title: 'the app starts', run: appStarts },
  { title: 'HTTP by curl', run: plainByCurl },
  { title: 'HTTPS by curl, decrypted', run: securedByCurl },
  { title: 'the name of the app of a request', run: appIsNamed },
  { title: 'run -- COMMAND', run: commandIsWrapped },
  { title: 'the stores of certificates', run: storesAreRead },
  { title: 'the proxy of the system, on and off', changesSystem: true, run: systemIsSwitched },
  { title: 'the proxy of the system after a kill', changesSystem: true, run: guardRestores },
  { title: 'the app stops', run: appStops },
];

async function appStarts(world: World): Promise<string> {
  const port = await freePort();
  await succeeds(world.proxyctl('app', '--detach', '--no-open', '--port', String(port)));
  await succeeds(world.proxyctl('app', '--wait', '30'));
  world.port = port;
  await world.rpc('update_settings', { changes: { sslProxyingHosts: ['localhost'] } });
  const { stdout } = await succeeds(world.proxyctl('status'));
  return `${(JSON.parse(stdout) as { app: string }).app} on port ${port}`;
}

async function plainByCurl(world: World): Promise<undefined> {
  const { stdout } = await succeeds(curl(world, `${world.origin.http}/smoke-plain`));
  expect('the response', stdout, /^GET \/smoke-plain$/m);
  expect('the list', await list(world), /\/smoke-plain/);
}

async function securedByCurl(world: World): Promise<undefined> {
  const root = (await succeeds(world.proxyctl('ca'))).stdout.trim();
  // Schannel asks for lists of revoked certificates, which the root has none of.
  const schannel = process.platform === 'win32' ? ['--ssl-no-revoke'] : [];
  const url = `${world.origin.https}/smoke-secured`;
  const { stdout } = await succeeds(curl(world, url, '--cacert', root, ...schannel));
  expect('the response', stdout, /^GET \/smoke-secured$/m);
  expect('the list', await list(world), /https:\/\/localhost:\d+\/smoke-secured/);
}

async function appIsNamed(world: World): Promise<string> {
  const line = (await list(world)).split('\n').find((each) => each.includes('/smoke-plain')) ?? '';
  expect('the line of the request', line, /\[curl\]/);
  return 'curl';
}

async function commandIsWrapped(world: World): Promise<undefined> {
  const script = `fetch('${world.origin.https}/smoke-run').then(async (r) => console.log(await r.text()))`;
  const { stdout, stderr } = await succeeds(
    world.proxyctl('run', '--port', '0', '--ssl', '*', '--', process.execPath, '-e', script),
  );
  expect('the output of the command', stdout, /^GET \/smoke-run$/m);
  expect('the line of the request', stderr, / 200 GET https:\/\/localhost:\d+\/smoke-run .*🔒/u);
}

async function storesAreRead(world: World): Promise<string> {
  const path = (await succeeds(world.proxyctl('ca'))).stdout.trim();
  const { ca } = new X509Certificate(readFileSync(path));
  if (!ca) throw new Error(`${path} is not a certificate of an authority`);
  // A new root is trusted by nobody, which is exit code 1.
  const { code, stdout, stderr } = await world.proxyctl('ca', '--check');
  if (code !== 1) throw new Error(`exit code ${code}: ${stderr}`);
  const system = stdout.split('\n').find((line) => line.startsWith('the system:'));
  if (system === undefined) throw new SkippedError('the store of this system is not known');
  expect('the line of the system', system, /^the system: not trusted$/);
  return `${stdout.match(/^\S.*: (?:not )?trusted$/gm)?.length ?? 0} stores, none trusts the new root`;
}

async function systemIsSwitched(world: World): Promise<string> {
  const before = await systemSettings(world);
  await world.rpc('set_macos_proxy', { on: true });
  try {
    await until(
      'macOSProxy of status is true',
      async () => (await world.rpc('status', {}))['macOSProxy'] === true,
    );
  } finally {
    await world.rpc('set_macos_proxy', { on: false });
  }
  expect('the settings afterwards', await systemSettings(world), before);
  return (await proxySettings()).name;
}

async function guardRestores(world: World): Promise<undefined> {
  const before = await systemSettings(world);
  await world.rpc('set_macos_proxy', { on: true });
  const { pid } = JSON.parse(readFileSync(join(world.home, 'system-proxy.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  await until('the guard restores the settings', async () => (await systemSettings(world)) === before);
  await succeeds(world.proxyctl('app', '--detach', '--no-open', '--port', String(world.port ?? 0)));
}

async function appStops(world: World): Promise<undefined> {
  const { port } = world;
  await succeeds(world.proxyctl('stop'));
  const socket = net.connect(port ?? 0, '127.0.0.1');
  const isOpen = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  if (isOpen) throw new Error(`something still listens on port ${port ?? 0}`);
}

/** Returns the settings of the system that the app would change, as one text. */
async function systemSettings(world: World): Promise<string> {
  const settings = await proxySettings().catch((error: unknown) => {
    throw new SkippedError(messageOf(error).split(':')[0] ?? '');
  });
  const keys = (await settings.wanted(world.port ?? 0)).map(({ key }) => key);
  return JSON.stringify([...(await settings.read(keys))].toSorted());
}

function curl({ program, port }: World, url: string, ...options: readonly string[]): Promise<Output> {
  const file = process.platform === 'win32' ? 'curl.exe' : 'curl';
  // By default curl reaches no local host through a proxy that only a variable names; -x is meant.
  return program(file, '-sS', '--noproxy', '', '-x', `http://127.0.0.1:${port ?? 0}`, ...options, url);
}

async function list(world: World): Promise<string> {
  return (await succeeds(world.proxyctl('list'))).stdout;
}

async function succeeds(running: Promise<Output>): Promise<Output> {
  const output = await running;
  if (output.code === 0) return output;
  throw new Error(`exit code ${output.code}: ${`${output.stderr}\n${output.stdout}`.trim()}`);
}

function expect(what: string, text: string, wanted: RegExp | string): void {
  if (typeof wanted === 'string' ? text === wanted : wanted.test(text)) return;
  throw new Error(`${what}: ${JSON.stringify(text)} in place of ${String(wanted)}`);
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
