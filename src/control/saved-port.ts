// Finds the port of the app: the one it listens on, or the one in its settings.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runningPort } from '../app/state/instance.ts';

/**
 * Returns the port of the app that runs in this data folder, which may differ from its settings, else `port` of
 * `<home>/settings.json`; null when there is no such file or no usable port in it.
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
    // The app reports errors in its settings; here they are only a hint.
    return null;
  }
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535;
}
