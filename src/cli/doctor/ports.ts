// Ports of this computer: those that the settings name beside the proxy's own, and those of other intercepting proxies.
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { runningPort } from '../../app/state/instance.ts';
import { parseStored } from '../../app/state/stored-settings.ts';
import { defaultPort } from '../../base/default-port.ts';
import { readJsonFile } from '../../base/json-file.ts';
import { holderName, portHolder } from '../../system/port-holder/index.ts';
import { listenError } from '../../system/port-holder/listen-error.ts';
import { error, joined, note, ok, type Finding, type Patient } from './finding.ts';

/** Resolves with a sentence when the port cannot be listened on. */
export async function listenProblem(port: number): Promise<string | null> {
  const server = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return null;
  } catch (thrown) {
    return await listenError(port, thrown);
  } finally {
    server.close();
  }
}

/** Tries the ports of SOCKS and of reverse proxies, unless the app has them. */
export async function portsFinding({ home }: Patient): Promise<Finding> {
  if ((await runningPort(home)) !== null) return ok('the app has those of its settings');
  const ports = await otherPorts(home);
  const problems = await Promise.all(
    ports.map(async ({ use, port }) => ({ use, problem: await listenProblem(port) })),
  );
  const taken = problems.flatMap(({ use, problem }) =>
    problem === null ? [] : [error(`${use}: ${problem}`)],
  );
  return joined(
    taken,
    ports.length === 0 ? 'no others are set' : `${ports.map(({ port }) => port).join(', ')} are free`,
  );
}

/** Returns the ports of the settings; none where these cannot be read, which another check says. */
async function otherPorts(home: string): Promise<readonly { readonly use: string; readonly port: number }[]> {
  const settings = await readJsonFile(join(home, 'settings.json'))
    .then((value) => parseStored(value).settings)
    .catch(() => null);
  if (settings === null) return [];
  const { socks, reverseProxies } = settings;
  return [
    ...(socks.isEnabled ? [{ use: 'SOCKS', port: socks.port }] : []),
    ...reverseProxies
      .filter(({ enabled }) => enabled)
      .map(({ listenPort }) => ({ use: 'a reverse proxy', port: listenPort })),
  ];
}

/** Names of programs that intercept too, and the ports that they use. */
const OTHERS =
  /^(?:anyproxy|burp|charles|fiddler|http ?toolkit|mitm(?:proxy|web|dump)|owasp zap|proxyman|squid|tinyproxy|zap|zaproxy)/i;
const USUAL_PORTS = [3128, 8000, 8001, 8080, 8081, 8866, 8888, defaultPort];

/** Looks for other proxies, for which programs may be set up instead. */
export async function otherProxiesFinding(ports: readonly number[] = USUAL_PORTS): Promise<Finding> {
  const holders = await Promise.all(ports.map(async (port) => ({ port, holder: await portHolder(port) })));
  const others = holders.filter(({ holder }) => OTHERS.test(holder?.name ?? ''));
  return joined(
    others.map(({ port, holder }) =>
      note(`${holderName(holder)} listens on port ${port}: programs that are set up for it do not come here`),
    ),
    'none of the known ones runs',
  );
}
