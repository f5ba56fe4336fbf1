// The command that runs the same load test.
import { shellWord } from '../jobs/shell-word.ts';
import { failIf } from './conditions.ts';
import { peakOf } from './setup.ts';
import type { LoadSetup } from './setup-parts.ts';

/** Names of what is chosen; empty for none. */
export interface ChosenNames {
  readonly collection: string;
  readonly only: readonly string[];
  /** Numbers by name. */
  readonly weights: Readonly<Record<string, string>>;
  readonly environment: string;
  readonly dataset: string;
}

export function loadCommand(setup: LoadSetup, names: ChosenNames): string {
  const { of, stages, users, thinkTime, threads, timeout, insecure, conditions, aborts, abortFrom } = setup;
  const think = thinkTime
    .split(/[-–]/)
    .map((text) => Math.round(Number(text) * 1000))
    .join('-');
  return [
    'proxyctl perf',
    shellWord(names.collection),
    ...stages.map(({ seconds, to }) => `--stage ${seconds}s:${to}`),
    ...(of === 'rate' ? [`--rate ${peakOf(stages)}`, `--vus ${users.trim()}`] : []),
    ...names.only.map((name) => `--folder ${shellWord(name)}`),
    ...Object.entries(names.weights)
      .filter(([, weight]) => weight.trim() !== '')
      .map(([name, weight]) => `--weight ${shellWord(`${name}=${weight.trim()}`)}`),
    ...(names.environment === '' ? [] : [`-e ${shellWord(names.environment)}`]),
    ...(names.dataset === '' ? [] : [`-d ${shellWord(names.dataset)}`]),
    ...(names.dataset !== '' && setup.dataPerUser ? ['--data-per-user'] : []),
    ...(thinkTime.trim() === '' ? [] : [`--think-time ${think}`]),
    ...(threads.trim() === '1' ? [] : [`--threads ${threads.trim()}`]),
    ...(timeout.trim() === '' ? [] : [`--timeout-request ${Number(timeout) * 1000}`]),
    ...(insecure ? ['-k'] : []),
    ...conditions
      .flatMap((condition) => failIf(condition) ?? [])
      .map((text) => `--fail-if ${shellWord(text)}`),
    ...(aborts && conditions.length > 0 ? [`--abort-on-fail ${abortFrom.trim()}`.trim()] : []),
  ].join(' ');
}
