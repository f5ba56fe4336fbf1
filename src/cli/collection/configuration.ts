// `collection run --config`: a configuration of the workspace stands for what the command line leaves out.
import { UserError } from '../../base/errors.ts';
import type { RunConfiguration } from '../../collections/model/run-configuration.ts';
import { runConfigurationNamed } from '../../collections/storage/named.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import { ciText } from '../../runs/ci/index.ts';
import { describedRun } from '../../runs/ci/describe.ts';
import { CI_SYSTEMS } from '../../runs/ci/systems.ts';
import { print } from './print.ts';
import type { RunFlags } from './run-flags.ts';

/** A run as words and options of the command line. */
interface ConfiguredRun {
  /** The name or id of the collection, or a path. */
  readonly name: string;
  readonly flags: RunFlags;
}

/** Resolves with the run; options of the command line win over those of its configuration. */
export async function configuredRun(
  name: string | undefined,
  flags: RunFlags,
  workspace: Workspace,
): Promise<ConfiguredRun> {
  if (flags.config === undefined) {
    if (name !== undefined) return { name, flags };
    throw new UserError('INVALID_PARAMETER', 'collection is missing: give a collection, or --config NAME');
  }
  const found = await runConfigurationNamed(workspace, flags.config);
  if (name === undefined && found.collection === '')
    throw new UserError('INVALID_DATA', `the configuration ${found.name} names no collection: give one`);
  return { name: name ?? found.collection, flags: withConfiguration(flags, found) };
}

function withConfiguration(flags: RunFlags, configuration: RunConfiguration): RunFlags {
  const { environment, dataset, iterations, only, delayMs, timeoutMs, parallel } = configuration;
  const { totalTimeoutMs, scriptTimeoutMs, envVars, globalVars } = configuration;
  const hasOwn = flags.folder.length > 0;
  return {
    ...flags,
    environment: flags.environment ?? environment ?? undefined,
    iterationData: flags.iterationData ?? dataset ?? undefined,
    iterationCount: flags.iterationCount ?? iterations?.toString(),
    folder: hasOwn ? flags.folder : only,
    inOrder: flags.inOrder ?? (!hasOwn && configuration.isOrdered ? true : undefined),
    delayRequest: flags.delayRequest ?? String(delayMs),
    timeoutRequest: flags.timeoutRequest ?? timeoutMs?.toString(),
    parallel: flags.parallel ?? String(parallel),
    timeout: flags.timeout ?? totalTimeoutMs?.toString(),
    timeoutScript: flags.timeoutScript ?? scriptTimeoutMs?.toString(),
    bail: flags.bail ?? onOf(configuration.bail),
    failOnEarlyEnd: flags.failOnEarlyEnd ?? onOf(configuration.failsOnEarlyEnd),
    ignoreRedirects: flags.ignoreRedirects ?? onOf(configuration.ignoreRedirects),
    insecure: flags.insecure ?? onOf(configuration.insecure),
    allowBroken: flags.allowBroken ?? onOf(configuration.allowBroken),
    // Of two variables with the same name the later one wins.
    envVar: [...pairsOf(envVars), ...flags.envVar],
    globalVar: [...pairsOf(globalVars), ...(flags.globalVar ?? [])],
    reporters: flags.reporters ?? ['cli', ...configuration.reports].join(','),
  };
}

function onOf(isOn: boolean): true | undefined {
  return isOn ? true : undefined;
}

function pairsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${value}`);
}

/** Returns the values of `KEY=VALUE` by name. */
function variablesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2) as [string, string]));
}

/** Prints how another machine starts the run, and runs nothing. Resolves with the exit code. */
export async function printCi(
  system: string,
  { name, flags }: ConfiguredRun,
  workspace: Workspace,
): Promise<number> {
  const known = CI_SYSTEMS.find((each) => each === system);
  if (known === undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      `--ci ${JSON.stringify(system)} is unknown: give any of ${CI_SYSTEMS.join(', ')}`,
    );
  const reports = (flags.reporters ?? '').split(',').map((each) => each.trim());
  const run = await describedRun(
    workspace,
    {
      name: flags.config ?? '',
      collection: name,
      environment: flags.environment ?? null,
      dataset: flags.iterationData ?? null,
      only: [...flags.folder],
      isOrdered: flags.inOrder === true,
      iterations: numberOf(flags.iterationCount),
      parallel: numberOf(flags.parallel) ?? 1,
      delayMs: numberOf(flags.delayRequest) ?? 0,
      timeoutMs: numberOf(flags.timeoutRequest),
      totalTimeoutMs: numberOf(flags.timeout),
      scriptTimeoutMs: numberOf(flags.timeoutScript),
      bail: flags.bail === true,
      failsOnEarlyEnd: flags.failOnEarlyEnd === true,
      ignoreRedirects: flags.ignoreRedirects === true,
      insecure: flags.insecure === true,
      allowBroken: flags.allowBroken === true,
      envVars: variablesOf(flags.envVar),
      globalVars: variablesOf(flags.globalVar ?? []),
      reports: (['json', 'junit', 'html'] as const).filter((each) => reports.includes(each)),
    },
    flags.config !== undefined,
  );
  await print(process.stdout, `${ciText(run, known).trimEnd()}\n`);
  return 0;
}

function numberOf(text: string | undefined): number | null {
  return text === undefined ? null : Number(text);
}
