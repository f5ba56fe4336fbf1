// The command that runs a load test again as it was run.
import { shellWord } from '../jobs/shell-word.ts';
import type { LoadState } from './model.ts';

type Ran = Omit<LoadState, 'seconds' | 'result' | 'verdict' | 'before' | 'thresholds'> & {
  readonly thresholds: readonly { readonly text: string }[];
};

/** `nameOf`: the name of a request, a folder or a dataset by its id, or what is given. */
export function resultCommand(state: Ran, nameOf: (id: string) => string): string {
  const { stages, rate, users, profile, durationMs, only, weights, environment, dataset, dataPerUser } =
    state;
  const {
    thinkTimeMs = 0,
    maxThinkTimeMs = thinkTimeMs,
    threads = 1,
    timeoutMs,
    insecure,
    abortAfterSeconds,
  } = state.further;
  const think = thinkTimeMs === maxThinkTimeMs ? `${thinkTimeMs}` : `${thinkTimeMs}-${maxThinkTimeMs}`;
  const length =
    stages.length > 0
      ? stages.map(({ seconds, to }) => `--stage ${seconds}s:${to}`)
      : [`--duration ${durationMs / 1000}`, ...(profile === 'fixed' ? [] : [`--profile ${profile}`])];
  return [
    'proxyctl perf',
    shellWord(state.name),
    ...length,
    ...(rate === null ? [] : [`--rate ${rate}`]),
    // With stages of users these say how many there are.
    ...(stages.length > 0 && rate === null ? [] : [`--vus ${users}`]),
    ...only.map((each) => `--folder ${shellWord(nameOf(each))}`),
    ...Object.entries(weights).map(([id, weight]) => `--weight ${shellWord(`${nameOf(id)}=${weight}`)}`),
    ...(environment === null ? [] : [`-e ${shellWord(environment)}`]),
    ...(dataset === null ? [] : [`-d ${shellWord(nameOf(dataset))}`]),
    ...(dataPerUser ? ['--data-per-user'] : []),
    ...(maxThinkTimeMs === 0 ? [] : [`--think-time ${think}`]),
    ...(threads === 1 ? [] : [`--threads ${threads}`]),
    ...(timeoutMs === undefined ? [] : [`--timeout-request ${timeoutMs}`]),
    ...(insecure === true ? ['-k'] : []),
    ...state.thresholds.map(({ text }) => `--fail-if ${shellWord(text)}`),
    ...(abortAfterSeconds === undefined ? [] : [`--abort-on-fail ${abortAfterSeconds}`]),
  ].join(' ');
}
