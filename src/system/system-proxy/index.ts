// Sends the system's own traffic through the proxy by switching the proxy settings of the operating system. They are
// restored on request, when the app ends, by the guard when it was killed, or at the next start. The file of each
// system reads and writes its settings; backup.ts stores the previous ones.
import { messageOf, UserError } from '../../base/errors.ts';
import { fresh } from '../../base/fresh-value.ts';
import { runProgram, type RunProgram } from '../commands.ts';
import { loadBackup, removeBackup, saveBackup, type Backup, type SavedSetting } from './backup.ts';
import type { ProxySetting, ProxySettings, SettingValues } from './contract.ts';
import { locked } from './lock.ts';

export interface SystemProxyOptions {
  /** Path of the data folder. */
  readonly home: string;
  /** Starts the guard, which restores the settings when this process is killed. Called before anything is written. */
  readonly startGuard: (port: number) => void;
  /** Returns the settings of the system that runs; by default this one. */
  readonly settings?: () => Promise<ProxySettings>;
  /** Called with a sentence about each part that was left out because it cannot be changed. */
  readonly say?: ((text: string) => void) | undefined;
}

/** Switches the settings of the system. */
export class SystemProxy {
  readonly #home: string;
  readonly #startGuard: SystemProxyOptions['startGuard'];
  readonly #settings: () => Promise<ProxySettings>;
  readonly #say: (text: string) => void;
  /** Reading the settings starts programs. */
  readonly #check = fresh(2000, (port: number) =>
    this.#settings().then(
      (settings) => settings.pointsTo(port),
      () => false,
    ),
  );
  #turn: Promise<void> = Promise.resolve();

  constructor({
    home,
    startGuard,
    settings = () => proxySettings(),
    say = () => undefined,
  }: SystemProxyOptions) {
    this.#home = home;
    this.#startGuard = startGuard;
    this.#settings = settings;
    this.#say = say;
  }

  /**
   * Sends the traffic of the system to `port`. A part of the system that cannot be changed is left out, unless it is
   * the only one. Rejects with a UserError; the settings are then unchanged.
   */
  async on(port: number): Promise<void> {
    await this.#changing(async () => {
      const settings = await this.#settings();
      // Restores settings that a killed app left, or those for another port.
      await restore(this.#home, settings);
      const parts = await readParts(settings, await settings.wanted(port));
      const saved = parts.flatMap((part) => part.saved);
      // The guard starts first, so that no moment is unguarded.
      this.#startGuard(port);
      await saveBackup(this.#home, { pid: process.pid, port, settings: saved });
      await this.#apply(settings, parts);
    });
  }

  /** Restores the settings; does nothing when they are not switched. Rejects with a UserError. */
  async off(): Promise<void> {
    await this.#changing(async () => restore(this.#home, await this.#settings()), this.#hasBackup);
  }

  /** True while this data folder has settings to restore. */
  async isSwitched(): Promise<boolean> {
    return (await loadBackup(this.#home).catch(() => null)) !== null;
  }

  /**
   * True when the system sends its traffic to `port`, whichever program has set it. The result may be some seconds old.
   */
  pointsTo(port: number): Promise<boolean> {
    return this.#check.get(port);
  }

  readonly #hasBackup = async (): Promise<boolean> => (await loadBackup(this.#home)) !== null;

  /** Changes run one after another, in this process and among others. */
  #changing(
    work: () => Promise<void>,
    isNeeded = (): Promise<boolean> => Promise.resolve(true),
  ): Promise<void> {
    const done = this.#turn.then(async () => {
      if (await isNeeded()) await locked(this.#home, work);
    });
    this.#turn = done.catch(() => undefined).then(() => this.#check.forget());
    return done;
  }

  async #apply(settings: ProxySettings, parts: readonly Part[]): Promise<void> {
    try {
      const failed: Part[] = [];
      for (const part of parts) {
        const error = part.error ?? (await write(settings, part.saved));
        if (error !== null) failed.push({ ...part, error });
      }
      if (failed.length === parts.length) throw together(failed.map(({ error }) => error));
      await settings.announce?.();
      for (const { name, error } of failed) this.#say(`${name} was left out (${messageOf(error)})`);
    } catch (error) {
      await restore(this.#home, settings).catch((second: unknown) => {
        throw new UserError('UNAVAILABLE', `${messageOf(error)}; ${messageOf(second)}`, { cause: error });
      });
      throw error;
    }
  }
}

/** Returns the settings of this system. Rejects with a UserError when it has none. */
export async function proxySettings(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  run: RunProgram = runProgram,
): Promise<ProxySettings> {
  switch (platform) {
    case 'darwin':
      return (await import('./macos.ts')).macosSettings(run);
    case 'win32':
      return (await import('./windows.ts')).windowsSettings(run, env);
    default:
      return (await import('./linux.ts')).linuxSettings(run, env);
  }
}

/** Restores the saved settings; does nothing without any. Rejects with a UserError, and can then be called again. */
export async function restore(home: string, settings: ProxySettings): Promise<void> {
  const backup = await loadBackup(home);
  if (backup === null) return;
  const errors: string[] = [];
  for (const { key, previous } of await toRestore(backup, settings))
    await settings.write(key, previous).catch((error: unknown) => errors.push(messageOf(error)));
  await settings.announce?.();
  if (errors.length > 0)
    throw new UserError(
      'UNAVAILABLE',
      `the earlier proxy settings of ${settings.name} could not all be restored (${errors.join('; ')}): the next start tries again`,
    );
  await removeBackup(home);
}

/** Returns the settings to restore, which are those that still have our values, switches first. */
export async function toRestore(backup: Backup, settings: ProxySettings): Promise<readonly SavedSetting[]> {
  const present = await settings.read(backup.settings.map(({ key }) => key));
  const value = (key: string): string | null => present.get(key) ?? null;
  const isForeign = backup.settings.some(
    ({ key, ours, previous, isSwitch }) => !isSwitch && value(key) !== ours && value(key) !== previous,
  );
  return backup.settings
    .filter(({ key, ours, previous }) => value(key) === ours && ours !== previous)
    .filter(({ isSwitch }) => !isSwitch || !isForeign)
    .toReversed();
}

/** A part of the system, with the settings to write and to restore, or the error because of which it is left out. */
interface Part {
  readonly name: string;
  readonly saved: readonly SavedSetting[];
  readonly error: unknown;
}

/** Reads the present settings, part by part. Rejects with a UserError for one that must not be replaced. */
async function readParts(settings: ProxySettings, wanted: readonly ProxySetting[]): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const [name, its] of Map.groupBy(wanted, ({ part = '' }) => part)) {
    try {
      const present = await settings.read(its.map(({ key }) => key));
      parts.push({ name, saved: savedSettings(its, present), error: null });
    } catch (error) {
      if (error instanceof UserError && error.code === 'CONFLICT') throw error;
      parts.push({ name, saved: [], error });
    }
  }
  const errors = parts.flatMap(({ error }) => (error === null ? [] : [error]));
  if (errors.length === parts.length) throw together(errors);
  return parts;
}

function savedSettings(wanted: readonly ProxySetting[], present: SettingValues): readonly SavedSetting[] {
  return wanted.map(({ key, value, isSwitch = false }) => ({
    key,
    previous: present.get(key) ?? null,
    ours: value,
    isSwitch,
  }));
}

/**
 * Writes the settings of one part. Resolves with null; after an error, restores the previous values and resolves with
 * the error.
 */
async function write(settings: ProxySettings, saved: readonly SavedSetting[]): Promise<unknown> {
  try {
    for (const { key, ours, previous } of saved) if (ours !== previous) await settings.write(key, ours);
    await verify(settings, saved);
    return null;
  } catch (error) {
    // A setting that cannot be undone now is tried again when the settings are restored.
    for (const { key, previous } of await changed(settings, saved))
      await settings.write(key, previous).catch(() => undefined);
    return error;
  }
}

async function changed(
  settings: ProxySettings,
  saved: readonly SavedSetting[],
): Promise<readonly SavedSetting[]> {
  const present = await settings.read(saved.map(({ key }) => key)).catch(() => new Map<string, string>());
  return saved
    .filter(({ key, ours, previous }) => ours !== previous && present.get(key) === ours)
    .toReversed();
}

function together([first, ...others]: readonly unknown[]): unknown {
  if (others.length === 0) return first;
  const messages = [...new Set([first, ...others].map(messageOf))];
  return new UserError('UNAVAILABLE', messages.join('; '), { cause: first });
}

/** A program may report success and change nothing, as where the administrator has locked the settings. */
async function verify(settings: ProxySettings, saved: readonly SavedSetting[]): Promise<void> {
  const present = await settings.read(saved.map(({ key }) => key));
  const [unchanged] = saved.filter(({ key, ours }) => (present.get(key) ?? null) !== ours);
  if (unchanged === undefined) return;
  throw new UserError(
    'UNAVAILABLE',
    `the proxy settings of ${settings.name} cannot be changed: ${unchanged.key} did not take its value, as where an administrator has locked it`,
  );
}
