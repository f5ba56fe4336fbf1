// The guard: a process that outlives a killed app and restores the settings of the system in its place.
import { setTimeout as wait } from 'node:timers/promises';
import { loadBackup, type Backup, type SavedSetting } from './backup.ts';
import type { ProxySettings } from './contract.ts';
import { proxySettings, restore, toRestore } from './index.ts';
import { locked } from './lock.ts';
import { isAlive } from './process.ts';

export interface Guarded {
  /** Path of the data folder. */
  readonly home: string;
  /** The app, and the port that it has switched the system to. */
  readonly pid: number;
  readonly port: number;
}

/** Milliseconds between two looks. */
const PAUSE_MS = 250;
/** Milliseconds in which the app, which starts the guard first, must have begun to switch. */
const START_MS = 10_000;

/**
 * Waits until the app has ended and restores the settings that it left switched; resolves with true when there were
 * any. Ends early when the app has restored the settings, or switched them to another port.
 */
export async function guard(
  guarded: Guarded,
  settings = (): Promise<ProxySettings> => proxySettings(),
): Promise<boolean> {
  const deadline = performance.now() + START_MS;
  let hasBegun = false;
  while (await isAlive(guarded.pid)) {
    const isSwitched = (await abandonedBackup(guarded)) !== null;
    if (!isSwitched && (hasBegun || performance.now() > deadline)) return false;
    hasBegun ||= isSwitched;
    await wait(PAUSE_MS);
  }
  return locked(guarded.home, async () => {
    if ((await abandonedBackup(guarded)) === null) return false;
    await restore(guarded.home, await settings());
    return true;
  });
}

/** Returns the settings that the guard would restore now. */
export async function wouldRestore(
  guarded: Guarded,
  settings = (): Promise<ProxySettings> => proxySettings(),
): Promise<readonly SavedSetting[]> {
  const backup = await abandonedBackup(guarded);
  return backup === null ? [] : toRestore(backup, await settings());
}

/** Settings that another app has switched are not ours to restore. */
async function abandonedBackup({ home, pid, port }: Guarded): Promise<Backup | null> {
  const backup = await loadBackup(home);
  return backup?.pid === pid && backup.port === port ? backup : null;
}
