// settings.json: the settings of the app and the workspace that the user has chosen. The format has a version, so that
// later releases can read files of this one.
import { UserError } from '../../base/errors.ts';
import { withoutVersion } from './saved-file.ts';
import type { Settings } from '../../session/settings/schema.ts';
import { changedSettings, defaultSettings } from '../../session/settings/settings.ts';

export interface StoredSettings {
  readonly settings: Settings;
  /** Absolute path; null for the default workspace. */
  readonly workspaceFolder: string | null;
}

export function defaultStored(): StoredSettings {
  return { settings: defaultSettings(), workspaceFolder: null };
}

/** Parses what `storedJson` returned, or a user wrote. Throws an Error that names the wrong key. */
export function parseStored(value: unknown): StoredSettings {
  const { workspaceFolder = null, ...settings } = withoutVersion(value);
  if (workspaceFolder !== null && typeof workspaceFolder !== 'string')
    throw new UserError(
      'INVALID_DATA',
      'workspaceFolder is not a string: give the path of a folder, or null',
    );
  return { settings: changedSettings(defaultSettings(), settings), workspaceFolder };
}

export function storedJson({ settings, workspaceFolder }: StoredSettings): unknown {
  return { version: 1, ...settings, workspaceFolder };
}
