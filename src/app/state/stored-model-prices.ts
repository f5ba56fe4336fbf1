// The prices of language models in settings.json of the data folder, for commands that run requests without the app.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../../base/data-folder.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { readJsonFile } from '../../base/json-file.ts';
import type { Settings } from '../../session/settings/schema.ts';
import { parseStored } from './stored-settings.ts';

/** Rejects with a UserError that names the file when it cannot be used. */
export async function storedModelPrices(): Promise<Settings['modelPrices']> {
  const path = join(dataFolder(), 'settings.json');
  if (!existsSync(path)) return [];
  try {
    return parseStored(await readJsonFile(path)).settings.modelPrices;
  } catch (error) {
    throw new UserError(
      'INVALID_FILE',
      `the prices of models in ${path} cannot be used: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}
