// `proxyctl setup`: sets up programs and devices to use the running proxy. A target is a file beside this one, or a
// line in the table of runtimes.
import net from 'node:net';
import { once } from 'node:events';
import { dataFolder } from '../../base/data-folder.ts';
import { defaultPort } from '../../base/default-port.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import { openCertificateAuthority } from '../../certs/index.ts';
import { savedPort } from '../../control/saved-port.ts';
import { portNumber } from '../options.ts';
import { android } from './android.ts';
import { ios, simulator } from './apple.ts';
import { browserTargets } from './browsers.ts';
import { note, print, type SetupTarget } from './contract.ts';
import { docker } from './docker.ts';
import { runtimeTargets } from './runtimes.ts';
import { storeApp } from './store-app.ts';

const TARGETS: readonly SetupTarget[] = [
  ...browserTargets,
  ...runtimeTargets,
  docker,
  android,
  ios,
  simulator,
  storeApp,
];

export interface SetupFlags {
  readonly port?: string | undefined;
  readonly undo?: true | undefined;
  readonly shell?: string | undefined;
  readonly service: readonly string[];
}

/** Sets up a target; without one it lists the targets. Resolves with the exit code. */
export async function runSetup(
  [name, ...command]: readonly string[],
  { port, undo, shell, service }: SetupFlags,
): Promise<number> {
  if (name === undefined) {
    print(TARGETS.map((target) => `${target.name.padEnd(12)}${target.title}`).join('\n'));
    return 0;
  }
  const target = TARGETS.find((one) => one.name === name);
  if (target === undefined) {
    const names = TARGETS.map((one) => one.name);
    throw new UserError(
      'INVALID_PARAMETER',
      `${JSON.stringify(name)} is not a target: ${didYouMean(name, names)}`,
    );
  }
  const home = dataFolder();
  const { certPath, certPem } = await openCertificateAuthority(home);
  const asked = port === undefined ? null : portNumber('--port', port);
  const proxyPort = asked ?? (await savedPort(home)) ?? defaultPort;
  if (undo !== true && !(await isListening(proxyPort)))
    note(
      `# nothing listens on port ${proxyPort}: start the proxy with proxyctl app, or name its port with --port`,
    );
  return target.run({
    port: proxyPort,
    caPem: certPem,
    caPath: certPath,
    home,
    env: process.env,
    undo: undo === true,
    shell,
    services: service,
    command,
  });
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
