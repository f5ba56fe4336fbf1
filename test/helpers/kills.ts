// Kills a process that saves all the time, again and again, and checks the files that it leaves.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryHome } from './home.ts';

const saver = fileURLToPath(new URL('saver.ts', import.meta.url));

export interface Kills {
  /** The number of kills while it saved. */
  readonly kills: number;
  /** Saves that were reported as done. */
  readonly saves: number;
  /** The errors after a restart: files that could not be used, or that held less than had been saved. */
  readonly errors: readonly string[];
}

/** Runs the process and kills it at a random moment, at most `spreadMs` after its first save. */
export async function killDuringSaves(times: number, spreadMs = 40): Promise<Kills> {
  using home = temporaryHome();
  const errors: string[] = [];
  let saves = 0;
  let last = 0;
  for (let kill = 0; kill < times; kill += 1) {
    const life = await liveAndDie(home.path, Math.random() * spreadMs);
    for (const line of life) {
      const [what = '', number = ''] = line.split(' ');
      if (what === 'said') errors.push(line);
      // It was killed before it could report another save, which may be complete.
      else if (what === 'loaded' && Number(number) < last)
        errors.push(`${line}, after ${last} had been saved`);
      else if (what === 'settings') last = Number(number);
      if (what === 'settings' || what === 'tools') saves += 1;
    }
    if (!life.some((line) => line.startsWith('settings'))) errors.push(`it did not save: ${life.join('; ')}`);
  }
  return { kills: times, saves, errors };
}

/** The lines that the process printed. */
async function liveAndDie(home: string, afterMs: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [saver, home], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const first = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('settings')) resolve();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => lines.push(`said ${text}`));
    child.once('exit', () => resolve());
  });
  await first;
  await delay(afterMs);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  await delay(0);
  return lines;
}
