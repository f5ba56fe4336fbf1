// `perf --config`: a saved load test stands for what the command line leaves out.
import { existsSync } from 'node:fs';
import { UserError } from '../../base/errors.ts';
import { loadTest, type SavedLoadTest } from '../../collections/model/load-test.ts';
import { loadTestNamed } from '../../collections/storage/named.ts';
import { describeFileError } from '../../collections/storage/needed-files.ts';
import { readObject, type FileError } from '../../collections/storage/object-file.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { PerfFlags } from './perf-flags.ts';

interface ConfiguredTest {
  /** The name or id of the collection, or a path. */
  readonly name: string;
  readonly flags: PerfFlags;
}

/** Resolves with the test; options of the command line win over those of the saved one. */
export async function configuredTest(
  name: string | undefined,
  flags: PerfFlags,
  workspace: Workspace,
): Promise<ConfiguredTest> {
  if (flags.config === undefined) {
    if (name !== undefined) return { name, flags };
    throw new UserError('INVALID_PARAMETER', 'collection is missing: give a collection, or --config NAME');
  }
  const saved = await savedTest(flags.config, workspace);
  if (name === undefined && saved.collection === '')
    throw new UserError('INVALID_DATA', `the load test ${saved.name} names no collection: give one`);
  return { name: name ?? saved.collection, flags: withSaved(flags, saved) };
}

async function savedTest(config: string, workspace: Workspace): Promise<SavedLoadTest> {
  if (!/\.ya?ml$/.test(config) || !existsSync(config)) return loadTestNamed(workspace, config);
  const errors: FileError[] = [];
  const saved = readObject(config, loadTest, (error) => errors.push(error));
  if (saved !== null) return saved;
  throw new UserError('INVALID_FILE', `--config ${errors.map(describeFileError).join('; ')}`);
}

function withSaved(flags: PerfFlags, saved: SavedLoadTest): PerfFlags {
  const { environment, dataset, timeoutMs, abortAfterSeconds } = saved;
  const weights = Object.entries(saved.weights).map(([name, weight]) => `${name}=${weight}`);
  return {
    ...flags,
    ...loadOverTime(flags, saved),
    environment: flags.environment ?? environment ?? undefined,
    iterationData: flags.iterationData ?? dataset ?? undefined,
    dataPerUser: flags.dataPerUser ?? (saved.dataPerUser ? true : undefined),
    folder: flags.folder.length > 0 ? flags.folder : saved.only,
    weight: flags.weight.length > 0 ? flags.weight : weights,
    thinkTime: flags.thinkTime ?? `${saved.thinkTimeMs}-${saved.maxThinkTimeMs ?? saved.thinkTimeMs}`,
    threads: flags.threads ?? String(saved.threads),
    timeoutRequest: flags.timeoutRequest ?? timeoutMs?.toString(),
    insecure: flags.insecure ?? (saved.insecure ? true : undefined),
    failIf: flags.failIf.length > 0 ? flags.failIf : saved.thresholds,
    abortOnFail: flags.abortOnFail ?? abortAfterSeconds?.toString(),
  };
}

type Load = Partial<Pick<PerfFlags, 'stage' | 'rate' | 'vus'>>;

/** Returns the stages of the saved test, unless the command line has a load of its own. */
function loadOverTime(flags: PerfFlags, { stages, of, users }: SavedLoadTest): Load {
  const { stage, profile, duration, vus, rate } = flags;
  if (stage.length > 0 || [profile, duration, rate].some((each) => each !== undefined)) return {};
  if (of === 'users' && vus !== undefined) return {};
  const own = stages.map(({ seconds, to }) => `${Math.round(seconds * 1000)}ms:${to}`);
  if (of === 'users') return { stage: own };
  return {
    stage: own,
    rate: String(Math.max(0, ...stages.map(({ to }) => to))),
    vus: vus ?? users?.toString(),
  };
}
