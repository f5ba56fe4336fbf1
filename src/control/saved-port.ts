// The port that the app listens on: where it says it does, or as its settings say.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runningPort } from '../app/state/instance.ts';

/**
 * Of the app that runs in this data folder, which may have been started with another port than that of its settings;
 * else `port` of `<home>/settings.json`. Null when there is no such file, or no usable port in it.
 */
export async function savedPort(home: string): Promise<number | null> {
  return (await runningPort(home)) ?? settingsPort(home);
}

async function settingsPort(home: string): Promise<number | null> {
  try {
    const settings: unknown = JSON.parse(await readFile(join(home, 'settings.json'), 'utf8'));
    if (typeof settings !== 'object' || settings === null || !('port' in settings)) return null;
    return isPort(settings.port) ? settings.port : null;
  } catch {
    // The app says what is wrong with its settings; for us they are only a hint where it listens.
    return null;
  }
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535;
}
