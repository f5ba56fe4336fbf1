// Runs the checks of the code two at a time, since most of them use one core, the longest first. Prints the output of
// each when it has ended, exit 1 when any has failed. With --full, ESLint lints in place of oxlint.
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** Scripts of package.json. */
const LINT = process.argv.includes('--full') ? 'lint:full' : 'lint';
const CHECKS = ['format:check', LINT, 'typecheck', 'unused', 'words', 'rooms'];
const AT_ONCE = 2;

async function run(check: string): Promise<boolean> {
  const start = performance.now();
  const child = spawn('npm', ['run', '--silent', check], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const output = Buffer.concat(await Promise.all([buffer(child.stdout), buffer(child.stderr)]));
  const isGood = (await ended) === 0;
  process.stdout.write(output);
  console.log(
    `${check}: ${isGood ? 'passed' : 'FAILED'} in ${Math.round((performance.now() - start) / 1000)} s`,
  );
  return isGood;
}

const left = [...CHECKS];

async function work(): Promise<boolean> {
  let isGood = true;
  for (let check = left.shift(); check !== undefined; check = left.shift())
    isGood = (await run(check)) && isGood;
  return isGood;
}

const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exitCode = outcomes.every((isGood) => isGood) ? 0 : 1;
