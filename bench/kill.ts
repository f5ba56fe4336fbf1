// `npm run kill -- --times 1000`: kills an app in the middle of saves, and checks that settings and tools always load and
// hold what was saved last. With `--traffic` it kills a process that writes a session file, which must be whole and may
// lack nothing that is older than 250 ms; `--parallel 4` kills more of them in the same time.
import { parseArgs } from 'node:util';
import { killDuringSaves } from '../test/helpers/kills.ts';
import { killDuringTraffic } from '../test/helpers/session-kills.ts';

/** The promise of `docs/app.md`. */
const MAX_LOST_MS = 250;

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '1000' },
    parallel: { type: 'string', default: '1' },
    traffic: { type: 'boolean', default: false },
  },
});
const times = Number(values.times);
const errors = values.traffic ? await traffic() : await saves();
for (const error of errors) process.stdout.write(`${error}\n`);
process.exitCode = errors.length === 0 ? 0 : 1;

async function saves(): Promise<readonly string[]> {
  const done = await killDuringSaves(times);
  process.stdout.write(
    `killed ${done.kills} times among ${done.saves} saves: ${done.errors.length} faults\n`,
  );
  return done.errors;
}

async function traffic(): Promise<readonly string[]> {
  const {
    kills,
    exchanges,
    losses,
    errors: broken,
  } = await killDuringTraffic(times, {
    parallel: Number(values.parallel),
  });
  const sorted = losses.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  process.stdout.write(
    `killed ${kills} times among ${exchanges} exchanges: ${broken.length} faults; the oldest exchange that was lost ` +
      `had ended ${at(0.5)} ms before (median), ${at(0.99)} ms (99 %), ${at(1)} ms (most)\n`,
  );
  const late = losses.filter(({ ms }) => ms > MAX_LOST_MS);
  return [
    ...broken,
    ...late.map(
      ({ ms, stalledMs, isFirst }) =>
        `an exchange that had ended ${ms} ms before was lost; the process had no processor for ${stalledMs} ms${isFirst ? ', and its thread was starting' : ''}`,
    ),
  ];
}
