// The essentials on a real machine with Linux, macOS or Windows, with its own curl and its own settings: a line a check,
// exit code 1 when one fails. `node scripts/smoke.ts --help`.
import { parseArgs } from 'node:util';
import { messageOf } from '../src/base/errors.ts';
import { CHECKS, SkippedError, type Check } from './smoke/checks.ts';
import { openWorld, type World } from './smoke/world.ts';

const HELP = `node scripts/smoke.ts [--no-system-proxy]

Checks on this machine that the app starts, captures HTTP and HTTPS of curl, names the app of a request, runs a
command, reads the stores of certificates, and switches the proxy of the system on and off again.

  --no-system-proxy  leaves the settings of the system alone
  --help             prints this

It uses a data folder of its own, adds no certificate to any store, and restores the proxy of the system as it was,
also when a check fails or it is interrupted. Exit code 1 when a check fails.`;

const { values } = parseArgs({
  options: { help: { type: 'boolean' }, 'no-system-proxy': { type: 'boolean' } },
});

if (values.help === true) process.stdout.write(`${HELP}\n`);
else process.exitCode = await smoke(values['no-system-proxy'] !== true);

/** Resolves with the exit code. */
async function smoke(changesSystem: boolean): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interruption.abort());
  const world = await openWorld();
  let failed = 0;
  try {
    for (const check of CHECKS) {
      if (interruption.signal.aborted) break;
      if (check.changesSystem === true && !changesSystem) continue;
      if (!(await passes(check, world))) failed += 1;
    }
  } finally {
    await world.close();
  }
  if (interruption.signal.aborted) say('FAILED', 'interrupted');
  return failed > 0 || interruption.signal.aborted ? 1 : 0;
}

async function passes({ title, run }: Check, world: World): Promise<boolean> {
  try {
    const detail = await run(world);
    say('ok', detail === undefined ? title : `${title}: ${detail}`);
    return true;
  } catch (error) {
    const isSkipped = error instanceof SkippedError;
    say(isSkipped ? 'skipped' : 'FAILED', `${title}: ${messageOf(error)}`);
    return isSkipped;
  }
}

function say(state: string, text: string): void {
  process.stdout.write(`${state.padEnd(8)}${text}\n`);
}
