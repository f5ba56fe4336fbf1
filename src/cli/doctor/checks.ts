// The checks of `proxyctl doctor`. Each check examines one thing and changes nothing.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readJsonFile } from '../../base/json-file.ts';
import { defaultPort } from '../../base/default-port.ts';
import { parseStored } from '../../app/state/stored-settings.ts';
import { runningPort } from '../../app/state/instance.ts';
import { messageOf, systemCode } from '../../base/errors.ts';
import { version } from '../../base/product.ts';
import { openCertificateAuthority } from '../../certs/index.ts';
import { controlClient } from '../../control/client.ts';
import { savedPort } from '../../control/saved-port.ts';
import { proxySettings } from '../../system/system-proxy/index.ts';
import { trustStores } from '../../system/trust/index.ts';
import { environmentProxy } from '../environment/environment-proxy.ts';
import { clockFinding } from './clock.ts';
import { dataFolderFinding } from './data-folder.ts';
import { error, note, ok, type Check, type Finding, type Patient } from './finding.ts';
import { leftoverFinding } from './leftovers.ts';
import { listenProblem, otherProxiesFinding, portsFinding } from './ports.ts';

export const checks: readonly Check[] = [
  {
    subject: 'Node.js',
    find: () => Promise.resolve(ok(`${process.version} on ${process.platform} ${process.arch}`)),
  },
  { subject: 'data folder', find: dataFolderFinding },
  { subject: 'settings', find: settingsFinding },
  { subject: 'app', find: appFinding },
  { subject: 'other ports', find: portsFinding },
  { subject: 'other proxies', find: () => otherProxiesFinding() },
  { subject: 'root certificate', find: trustFinding },
  { subject: 'system proxy', find: systemProxyFinding },
  { subject: 'environment', find: environmentFinding },
  { subject: 'leftovers', find: leftoverFinding },
  { subject: 'clock', find: clockFinding },
];

async function settingsFinding({ home }: Patient): Promise<Finding> {
  const path = join(home, 'settings.json');
  const exists = await stat(path).then(
    () => true,
    (thrown: unknown) => {
      if (systemCode(thrown) === 'ENOENT') return false;
      throw thrown;
    },
  );
  if (!exists) return ok('none are saved: the defaults apply');
  parseStored(await readJsonFile(path));
  return ok(path);
}

async function appFinding({ home }: Patient): Promise<Finding> {
  const running = await runningPort(home);
  if (running !== null) {
    const status = await (await controlClient(home, running, () => undefined)).status();
    const text = `it listens on port ${running} and has ${status.flowCount} requests`;
    return status.version === version ? ok(text) : note(`${text}; ${otherVersion(status.version)}`);
  }
  const port = (await savedPort(home)) ?? defaultPort;
  const taken = await listenProblem(port);
  return taken === null ? note(`it does not run; "proxyctl app" starts it on port ${port}`) : error(taken);
}

/** Describes an app that another installation has started, or this one before it was updated. */
function otherVersion(running: string): string {
  return `it is of version ${running}, and this is ${version}: "proxyctl stop" ends it, and "proxyctl app" starts this one`;
}

async function trustFinding({ home }: Patient): Promise<Finding> {
  // Opening the authority would make one.
  if (!existsSync(join(home, 'ca'))) return note('there is none: the first start makes it');
  const { certPath: path, certPem: pem } = await openCertificateAuthority(home);
  const stores = await trustStores({ path, pem });
  const states = await Promise.all(
    stores.map(async ({ name, look }) => ({ name, isTrusted: (await look()).isTrusted })),
  );
  const namesOf = (wanted: boolean | null): string =>
    states
      .filter(({ isTrusted }) => isTrusted === wanted)
      .map(({ name }) => name)
      .join(', ');
  const [trusting, others, unknown] = [namesOf(true), namesOf(false), namesOf(null)];
  const rest = [
    ...(others === '' ? [] : [`not by ${others}`]),
    ...(unknown === '' ? [] : [`not known for ${unknown}`]),
  ].join(', ');
  if (trusting !== '') return ok(`trusted by ${trusting}${rest === '' ? '' : `; ${rest}`}`);
  return note(
    `trusted by no store of this computer${rest === '' ? '' : ` (${rest})`}, which commands behind "proxyctl run --" do not need; "proxyctl ca --trust" changes that`,
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
