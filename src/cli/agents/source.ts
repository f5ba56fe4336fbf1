// The source of runs of agents: the running app, or a recording that is read without it.
import { basename } from 'node:path';
import type { AgentRun, ListedRun } from '../../agents/index.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { STANDARD_OUTPUT } from '../options.ts';
import { trafficClient } from '../traffic-client.ts';

export interface RunSource {
  /** Resolves with the runs, newest last, without secrets. */
  list(): Promise<readonly ListedRun[]>;
  /** Resolves with a run. Rejects with a UserError where there is none with this id. */
  run(id: number): Promise<AgentRun>;
  close(): Promise<void>;
}

type Insights = (params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Runs and steps that are asked for, more than a list should have. */
const MAX = 10_000;

function sourceOf(insights: Insights, close: () => Promise<void>): RunSource {
  const ask = { section: 'agents', limit: MAX };
  return {
    list: async () => ((await insights(ask)) as { readonly runs: readonly ListedRun[] }).runs,
    run: async (id) => ((await insights({ ...ask, run: id })) as { readonly run: AgentRun }).run,
    close,
  };
}

/** Returns the runs of the running app. */
export async function appSource(port: string | undefined): Promise<RunSource> {
  const client = await trafficClient(port);
  return sourceOf(
    (params) => client.rpc('insights', params),
    () => Promise.resolve(),
  );
}

/** Returns the runs of a recording; `-` is standard input. Rejects with a UserError that names the file. */
export async function fileSource(file: string): Promise<RunSource> {
  const { Viewer } = await import('../../session/viewer.ts');
  const { openChunks } = await import('../../traffic/recordings.ts');
  const { viewDispatcher } = await import('../../session/methods/view-methods.ts');
  const { storedModelPrices } = await import('../../app/state/stored-model-prices.ts');
  const modelPrices = await storedModelPrices();
  const viewer = new Viewer();
  const isInput = file === STANDARD_OUTPUT;
  const name = isInput ? 'standard input' : file;
  try {
    const chunks = isInput ? (process.stdin as AsyncIterable<Buffer>) : await openChunks(file);
    await viewer.open({ name: basename(name), chunks, path: isInput ? null : file });
  } catch (cause) {
    await viewer.close();
    throw new UserError('INVALID_FILE', `${name} cannot be opened: ${messageOf(cause)}`, { cause });
  }
  const { traffic } = viewer;
  const dispatch = viewDispatcher({
    traffic,
    find: (id) => viewer.find(id),
    detail: (flow) => viewer.detail(flow),
    settings: { allowedSecrets: [], modelPrices },
  });
  const { signal } = new AbortController();
  return sourceOf(
    (params) => dispatch('insights', params, signal),
    () => viewer.close(),
  );
}
