// Loads the saved state of the app. A file that cannot be used is moved or copied aside, and reported.
import { SettingError } from '../../base/errors.ts';
import { withoutVersion, type SavedFile } from './saved-file.ts';
import type { ToolSet } from '../../tools/tool-set.ts';

/** Called with messages for the user in whole sentences. */
type Say = (text: string) => void;

/** Loads a file through `read`; null when there is none, or when it cannot be used. */
export async function loadState<T>(
  file: SavedFile,
  read: (value: unknown) => T,
  say: Say,
): Promise<T | null> {
  const { value, notice } = await file.load(read);
  if (notice !== null) say(notice);
  return value;
}

/** Loads the stored rules. Those that this version finds invalid are left out, and the file is copied before. */
export async function restoreTools(tools: ToolSet, toolsFile: SavedFile, say: Say): Promise<void> {
  const restore = (state: unknown): readonly string[] =>
    tools.restore({ version: 1, ...withoutVersion(state) });
  const reasons = (await loadState(toolsFile, restore, say)) ?? [];
  if (reasons.length === 0) return;
  const copy = await toolsFile.copyAside();
  await toolsFile.save(tools.state());
  for (const reason of reasons) say(`a rule is left out: ${reason}`);
  say(`${toolsFile.path} as it was is now ${copy}`);
}

/**
 * Adds the path of settings.json to the error: while the app does not run, that file is where the setting can be
 * changed.
 */
export function withFilePath(error: unknown, { path }: SavedFile): unknown {
  if (!(error instanceof SettingError)) return error;
  return new Error(`${error.message} (the setting ${error.field} in ${path})`, { cause: error });
}
