// Kills a process that writes a session file, again and again, and checks what each has left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isInUse, removeSessionFile } from '../../src/traffic/session-file/files.ts';
import { isBlankFile, SessionFileReader } from '../../src/traffic/session-file/reader.ts';
import { flowHome } from './flows.ts';
import { temporaryHome } from './home.ts';

const writer = fileURLToPath(new URL('session-writer.ts', import.meta.url));

export interface SessionKills {
  readonly kills: number;
  /** Exchanges that were in the files. */
  readonly exchanges: number;
  readonly losses: readonly Loss[];
  /** Exchanges that are missing, and damage of the files. */
  readonly errors: readonly string[];
}

/** The exchanges that a kill cost. */
export interface Loss {
  /** Milliseconds before the kill at which the file was handed the oldest exchange that it lacks. */
  readonly ms: number;
  /** The longest time after that in which the process was given no processor: it hands exchanges over all the time. */
  readonly stalledMs: number;
  /** True when nothing was in the file yet: its thread was starting. */
  readonly isFirst: boolean;
}

/** Kills so many processes, each at a random moment, at most `spreadMs` after its first exchange. */
export async function killDuringTraffic(
  times: number,
  { parallel = 1, spreadMs = 1500 } = {},
): Promise<SessionKills> {
  using home = temporaryHome();
  const losses: Loss[] = [];
  const errors: string[] = [];
  let exchanges = 0;
  let left = times;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const path = join(home.path, `${left}.proxysession`);
      const life = await liveAndDie(path, Math.random() * spreadMs);
      try {
        const found = checkedIds(path, life.removed);
        exchanges += found.size;
        losses.push(lossOf(life, found));
      } catch (error) {
        errors.push(String(error));
      }
      removeSessionFile(path);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return { kills: times, exchanges, losses, errors };
}

interface Life {
  /** When the file was handed each exchange, in epoch milliseconds, by id. */
  readonly handed: ReadonlyMap<number, number>;
  readonly removed: ReadonlySet<number>;
  readonly killedAt: number;
}

async function liveAndDie(path: string, afterMs: number): Promise<Life> {
  const child = spawn(process.execPath, [writer, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await delay(afterMs);
  const killedAt = Date.now();
  child.kill('SIGKILL');
  await closed;
  const handed = new Map<number, number>();
  const removed = new Set<number>();
  for (const line of printed.split('\n').slice(0, -1)) {
    const [id = 0, at = 0] = line.split(' ').map(Number);
    if (id < 0) removed.add(-id);
    else handed.set(id, at);
  }
  return { handed, removed, killedAt };
}

/** Returns the ids in a file that is whole. Throws an Error with what is wrong with it. */
function checkedIds(path: string, removed: ReadonlySet<number>): ReadonlySet<number> {
  if (!existsSync(path)) return new Set();
  // As the app does, which rolls back what was begun.
  if (isInUse(path)) throw new Error(`${path} is still locked`);
  if (isBlankFile(path)) return new Set();
  const ids = new Set<number>();
  const reader = new SessionFileReader(path, flowHome().captures);
  let before = 0;
  for (const flow of [...reader.pages(() => 0)].flat()) {
    const id = Number(/\d+/.exec(String(flow.response?.body.bytes()))?.[0]);
    const gap = Array.from({ length: id - before - 1 }, (_, at) => before + 1 + at);
    if (gap.some((missing) => !removed.has(missing))) throw new Error(`${path} lacks some of ${String(gap)}`);
    ids.add((before = id));
  }
  reader.close();
  const database = new DatabaseSync(path);
  const check = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  database.close();
  if (check !== 'ok') throw new Error(`${path}: ${String(check)}`);
  return ids;
}

function lossOf({ handed, removed, killedAt }: Life, found: ReadonlySet<number>): Loss {
  const lost = [...handed].filter(([id]) => !found.has(id) && !removed.has(id)).map(([, at]) => at);
  const [oldest = killedAt] = lost;
  const times = [...lost, killedAt];
  const stalledMs = Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  return { ms: killedAt - oldest, stalledMs, isFirst: found.size === 0 };
}
