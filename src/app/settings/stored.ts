// settings.json: the settings of the app, with the workspace that it has chosen. Its format has a version, so that a
// later program can read what this one writes.
import { UserError } from '../../base/errors.ts';
import { withoutVersion } from '../state/saved-file.ts';
import type { Settings } from './schema.ts';
import { changedSettings, defaultSettings } from './settings.ts';

export interface StoredSettings {
  readonly settings: Settings;
  /** Absolute; null for the default. */
  readonly workspaceFolder: string | null;
}

export function defaultStored(): StoredSettings {
  return { settings: defaultSettings(), workspaceFolder: null };
}

/** Reads what `writtenSettings` made, or a user wrote. Throws an Error that names the key that is wrong. */
export function parseStored(value: unknown): StoredSettings {
  const { workspaceFolder = null, ...settings } = withoutVersion(value);
  if (workspaceFolder !== null && typeof workspaceFolder !== 'string')
    throw new UserError('INVALID_DATA', 'workspaceFolder is not text: give the path of a folder, or null');
  return { settings: changedSettings(defaultSettings(), settings), workspaceFolder };
}

export function storedJson({ settings, workspaceFolder }: StoredSettings): unknown {
  return { version: 1, ...settings, workspaceFolder };
}
