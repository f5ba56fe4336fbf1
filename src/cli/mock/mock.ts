// `proxyctl mock`: serves the saved examples of a collection until it is interrupted, with a line for each call.
import { openCertificateAuthority } from '../../certs/index.ts';
import { dataFolder } from '../../base/data-folder.ts';
import { asError, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { parseYaml } from '../../documents/yaml.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { Mock } from '../../services/mock/index.ts';
import {
  startMockServer,
  type DelayRange,
  type MockCall,
  type MockServerOptions,
} from '../../services/mock/server.ts';
import type { RequestValidator } from '../../services/mock/validate.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { descriptionOf } from '../../specs/description.ts';
import { untilSignal } from '../app/session.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import { printFileErrors } from '../collection/file-errors.ts';
import { readImport } from '../collection/import.ts';
import { runSources, type RunSources } from '../collection/sources.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { listenPort } from '../options.ts';
import { isOtherPortNeeded, listenError } from '../../system/port-holder/listen-error.ts';
import { Lines } from './lines.ts';

export interface MockFlags {
  readonly port?: string | undefined;
  readonly environment?: string | undefined;
  readonly envVar: readonly string[];
  readonly delay?: string | undefined;
  readonly https?: true | undefined;
  readonly validate?: true | undefined;
  readonly stateful?: true | undefined;
  readonly workspace?: string | undefined;
}

/** Serves the collection. Resolves with the exit code after a signal. */
export async function mockFromCommandLine(name: string, flags: MockFlags): Promise<number> {
  const port = flags.port === undefined ? 0 : listenPort('--port', flags.port);
  const delay = delayRange(flags.delay);
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const sources = await runSources(name, flags, workspace);
  refuseFileErrors(workspace, sources.stored);
  printFileErrors(workspace);
  const validator = flags.validate === true ? await validatorFor(name, workspace, sources) : null;
  const mock = new Mock({ ...sources, validator, isStateful: flags.stateful === true });
  for (const unusable of mock.unusable)
    process.stderr.write(`warning: the example ${printable(unusable)} has no final status: it is left out\n`);
  const tls = flags.https === true ? await certificate() : null;
  const lines = new Lines(process.stdout);
  const interrupted = untilSignal();
  const server = await startMockServer(mock, {
    port,
    tls,
    delay: () => delay,
    onCall: (call) => lines.add(callLine(call)),
  }).catch(async (error: unknown) => {
    const { cause } = asError(error);
    if (!isOtherPortNeeded(cause)) throw error;
    throw new UserError('UNAVAILABLE', `${await listenError(port, cause)} with --port`, { cause });
  });
  const count = mock.examples === 1 ? '1 example' : `${mock.examples} examples`;
  process.stderr.write(
    `${printable(sources.collection.name)} (${count}) is served at ${tls === null ? 'http' : 'https'}://localhost:${server.port}\n`,
  );
  await interrupted;
  await server.close();
  lines.flush();
  return 0;
}

/** Rejects with an Error when the collection is not an OpenAPI file, and follows none. */
async function validatorFor(
  name: string,
  workspace: Workspace,
  { stored }: Pick<RunSources, 'stored'>,
): Promise<RequestValidator> {
  const text = stored === null ? await textOfFile(name) : await descriptionOf(workspace, stored.collection);
  if (text === undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      stored === null
        ? `--validate needs an OpenAPI file, which ${name} is not`
        : `--validate needs an API description, and the collection ${name} follows none: import one with spec import`,
    );
  // Loaded on demand, because a mock that does not validate starts faster.
  const { RequestValidator: Validator } = await import('../../services/mock/validate.ts');
  return new Validator(parseYaml(text, { repeatsParts: true }) as JsonObject);
}

/** Resolves with undefined for a file that is not an OpenAPI file. */
async function textOfFile(name: string): Promise<string | undefined> {
  return readImport(name).then(
    ({ specs: [spec] }) => spec?.text,
    () => undefined,
  );
}

function callLine({ method, path, status, exampleName }: MockCall): string {
  return `${printable(method)} ${printable(path)} → ${status} (${exampleName === null ? 'no example' : printable(exampleName)})`;
}

async function certificate(): Promise<NonNullable<MockServerOptions['tls']>> {
  const authority = await openCertificateAuthority(dataFolder());
  const { chainPem, keyPem } = authority.leafFor(['localhost', '127.0.0.1', '::1']);
  return { cert: chainPem, key: keyPem };
}

const MAX_DELAY_MS = 3_600_000;

/** Parses `200` or `100-300`. */
function delayRange(text: string | undefined): DelayRange {
  if (text === undefined) return { min: 0, max: 0 };
  const [, first = '', second = first] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text) ?? [];
  const [min, max] = [Number(first), Number(second)];
  if (first !== '' && min <= max && max <= MAX_DELAY_MS) return { min, max };
  throw new UserError(
    'INVALID_PARAMETER',
    `--delay ${JSON.stringify(text.slice(0, 100))} is not a time: give milliseconds up to ${MAX_DELAY_MS}, such as 200 or 100-300`,
  );
}
