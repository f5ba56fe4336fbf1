// `setup docker`: flags of `docker run`, or an override of a compose file. A container reaches this computer by a
// special name, and gets the root files as volumes. Containers started without them are not affected.
import { chmod } from 'node:fs/promises';
import { ALL_VARIABLES } from '../../system/runtimes/index.ts';
import { javaToolOptions } from '../environment/java-options.ts';
import { runFolder } from '../environment/run-folder.ts';
import { trustFiles } from '../environment/trust-files.ts';
import { note, print, type SetupRequest, type SetupTarget } from './contract.ts';

export const docker: SetupTarget = {
  name: 'docker',
  title: 'containers: flags of docker run; with --service, an override for docker compose',
  async run(request) {
    const { undo, services } = request;
    if (undo) {
      note('nothing to undo: start the containers without the flags, or remove the override file');
      return 0;
    }
    const container = await containerOf(request);
    print(services.length === 0 ? await flagsOf(container, request.home) : overrideOf(container, services));
    if (process.platform === 'linux')
      note('# containers are other devices for the proxy: turn on listenOnAllInterfaces in its settings');
    return 0;
  },
};

interface Container {
  readonly environment: Readonly<Record<string, string>>;
  /** Paths in the container by paths here. */
  readonly volumes: Readonly<Record<string, string>>;
}

/** The name of this computer in a container; Docker Desktop has it anyway. */
const NAME = 'host.docker.internal';
const EXTRA_HOST = `${NAME}:host-gateway`;
const FOLDER = '/usr/local/share/proxyctl';

async function containerOf({ port, caPem, caPath, home }: SetupRequest): Promise<Container> {
  const trust = await trustFiles(runFolder(home), { pem: caPem, path: caPath }, []);
  const files = { root: `${FOLDER}/root.pem`, roots: `${FOLDER}/roots.pem` };
  const javaStore = `${FOLDER}/roots.p12`;
  const values = { proxy: `http://${NAME}:${port}`, empty: '', on: '1', ...files };
  const environment: Record<string, string> = {
    JAVA_TOOL_OPTIONS: javaToolOptions(undefined, port, javaStore, NAME),
  };
  // The other values are made for this computer, and mean nothing in a container.
  for (const [name, kind] of Object.entries(ALL_VARIABLES))
    if (kind !== 'made') environment[name] = values[kind];
  const volumes = { [caPath]: files.root, [trust.bundle]: files.roots, [trust.javaStore]: javaStore };
  // Container users other than root read the files too; they hold nothing secret.
  for (const path of Object.keys(volumes)) await chmod(path, 0o644);
  return { environment, volumes };
}

/** Returns flags without white space, so that a shell can insert them; the variables are in a file. */
async function flagsOf({ environment, volumes }: Container, home: string): Promise<string> {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`);
  const file = await runFolder(home).file('docker-*.env', lines.join(''));
  return [
    `--add-host=${EXTRA_HOST}`,
    ...Object.entries(volumes).map(([here, there]) => `--volume=${here}:${there}:ro`),
    `--env-file=${file}`,
  ].join(' ');
}

function overrideOf({ environment, volumes }: Container, services: readonly string[]): string {
  const text = JSON.stringify;
  const lines = services.flatMap((service) => [
    `  ${text(service)}:`,
    '    extra_hosts:',
    `      - ${text(EXTRA_HOST)}`,
    '    volumes:',
    ...Object.entries(volumes).map(([here, there]) => `      - ${text(`${here}:${there}:ro`)}`),
    '    environment:',
    ...Object.entries(environment).map(([name, value]) => `      ${name}: ${text(value)}`),
  ]);
  return ['services:', ...lines].join('\n');
}
