// The checks of `proxyctl doctor`. Each check examines one thing and changes nothing.
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { readJsonFile } from '../../base/json-file.ts';
import { defaultPort } from '../../base/default-port.ts';
import { parseStored } from '../../app/state/stored-settings.ts';
import { runningPort } from '../../app/state/instance.ts';
import { messageOf } from '../../base/errors.ts';
import { openCertificateAuthority } from '../../certs/index.ts';
import { controlClient } from '../../control/client.ts';
import { savedPort } from '../../control/saved-port.ts';
import { listenError } from '../../system/port-holder/listen-error.ts';
import { proxySettings } from '../../system/system-proxy/index.ts';
import { trustStores } from '../../system/trust/index.ts';
import { environmentProxy } from '../environment/environment-proxy.ts';

/** The level of a finding. With `note` nothing is wrong, but the user may wonder about it. */
export type Level = 'ok' | 'note' | 'error';

export interface Finding {
  readonly level: Level;
  /** A sentence: what is so, and what to do about it. */
  readonly text: string;
}

/** The system that the checks examine. */
export interface Patient {
  /** Data folder. */
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Check {
  readonly subject: string;
  /** A rejection counts as an error. */
  readonly find: (patient: Patient) => Promise<Finding>;
}

export const checks: readonly Check[] = [
  {
    subject: 'Node.js',
    find: () => Promise.resolve(ok(`${process.version} on ${process.platform} ${process.arch}`)),
  },
  { subject: 'data folder', find: dataFolderFinding },
  { subject: 'settings', find: settingsFinding },
  { subject: 'app', find: appFinding },
  { subject: 'root certificate', find: trustFinding },
  { subject: 'system proxy', find: systemProxyFinding },
  { subject: 'environment', find: environmentFinding },
];

const ok = (text: string): Finding => ({ level: 'ok', text });
const note = (text: string): Finding => ({ level: 'note', text });
const error = (text: string): Finding => ({ level: 'error', text });

/** Permission bits of the group and of others. */
const OTHERS = 0o077;

async function dataFolderFinding({ home }: Patient): Promise<Finding> {
  const { mode } = await stat(home);
  const isOpen = process.platform !== 'win32' && (mode & OTHERS) !== 0;
  return isOpen ? note(`${home} can be read by other users; the key and the token in it cannot`) : ok(home);
}

async function settingsFinding({ home }: Patient): Promise<Finding> {
  const path = join(home, 'settings.json');
  if ((await stat(path).catch(() => null)) === null) return ok('none are saved: the defaults apply');
  parseStored(await readJsonFile(path));
  return ok(path);
}

async function appFinding({ home }: Patient): Promise<Finding> {
  const running = await runningPort(home);
  if (running !== null) {
    const { flowCount } = await (await controlClient(home, running, () => undefined)).status();
    return ok(`it listens on port ${running} and has ${flowCount} requests`);
  }
  const port = (await savedPort(home)) ?? defaultPort;
  const taken = await listenProblem(port);
  return taken === null ? note(`it does not run; "proxyctl app" starts it on port ${port}`) : error(taken);
}

/** Resolves with a sentence when the port cannot be listened on. */
async function listenProblem(port: number): Promise<string | null> {
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

async function trustFinding({ home }: Patient): Promise<Finding> {
  const { certPath: path, certPem: pem } = await openCertificateAuthority(home);
  const stores = await trustStores({ path, pem });
  const states = await Promise.all(
    stores.map(async ({ name, look }) => ({ name, isTrusted: (await look()).isTrusted })),
  );
  const trusting = states.filter(({ isTrusted }) => isTrusted === true).map(({ name }) => name);
  return trusting.length > 0
    ? ok(`trusted by ${trusting.join(', ')}`)
    : note(
        `no store of this computer trusts it, which commands behind "proxyctl run --" do not need; "proxyctl ca --trust" changes that`,
      );
}

async function systemProxyFinding({ home }: Patient): Promise<Finding> {
  const running = await runningPort(home);
  const port = running ?? (await savedPort(home)) ?? defaultPort;
  const settings = await proxySettings().catch((thrown: unknown) => messageOf(thrown));
  if (typeof settings === 'string') return note(settings);
  if (!(await settings.pointsTo(port)))
    return ok(`${settings.name} does not send its traffic to port ${port}`);
  return running === null
    ? error(
        `${settings.name} sends its traffic to port ${port}, where no app runs: "proxyctl app" restores the settings when it starts and ends`,
      )
    : ok(
        [
          `${settings.name} sends its traffic to the app`,
          ...(settings.remark === undefined ? [] : [settings.remark]),
        ].join('; '),
      );
}

function environmentFinding({ env }: Patient): Promise<Finding> {
  const named = environmentProxy(env);
  return Promise.resolve(
    named === null
      ? ok('it names no proxy')
      : note(
          `${named.variable} names the proxy ${named.proxy.host}:${named.proxy.port}: a run reaches servers through it, the app only with the setting externalProxy`,
        ),
  );
}
