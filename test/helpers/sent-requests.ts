// Sends saved requests of any type as a run does, and returns what became of them.
import { newRequest } from '../../src/collections/model/request.ts';
import type { RequestRun } from '../../src/runs/runner/events.ts';
import type { RunOptions } from '../../src/runs/runner/options.ts';
import { runCollection } from '../../src/runs/runner/run.ts';

type Given = Omit<Parameters<typeof newRequest>[0], 'id'>;

export interface SendOptions extends Partial<RunOptions> {
  readonly variables?: Readonly<Record<string, string>>;
}

export async function sendAll(
  requests: readonly Given[],
  { variables = {}, ...more }: SendOptions = {},
): Promise<readonly RequestRun[]> {
  const runs: RequestRun[] = [];
  await runCollection({
    collection: {
      id: 'c',
      name: 'C',
      docs: '',
      auth: { type: 'none' },
      variables: Object.entries(variables).map(([name, value]) => ({
        name,
        value,
        enabled: true,
        secret: false,
        docs: '',
      })),
      scripts: { preRequest: '', test: '' },
      items: requests.map((request, index) => ({
        kind: 'request',
        request: newRequest({ id: `r${index}`, ...request }),
      })),
    },
    only: [],
    environment: null,
    globals: [],
    data: [],
    iterations: 1,
    delayMs: 0,
    bail: false,
    timeoutMs: null,
    scriptTimeoutMs: null,
    insecure: false,
    parallel: 1,
    reporters: [{ request: (run) => void runs.push(run) }],
    fileRoots: [],
    processEnvironment: {},
    ...more,
  });
  return runs;
}

export async function sendOne(request: Given, options?: SendOptions): Promise<RequestRun> {
  return (await sendAll([request], options))[0]!;
}

/** Returns the received messages as text; bytes as base64. */
export function receivedTexts({ response }: RequestRun): readonly string[] {
  return (response?.messages ?? [])
    .filter(({ direction }) => direction === 'received')
    .map(({ data, isText }) => data.toString(isText ? 'utf8' : 'base64'));
}

/** Returns the failed tests, script errors and the error of a run; empty when all is well. */
export function failures({ error, tests, scriptErrors }: RequestRun): readonly string[] {
  return [
    ...(error === null ? [] : [error]),
    ...scriptErrors.map(({ message }) => message),
    ...tests
      .filter(({ passed }) => !passed)
      .map(({ name, error: reason }) => `${name}: ${reason?.message ?? ''}`),
  ];
}
