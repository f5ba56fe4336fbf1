// The file of `--schema-baseline`. It is read when it exists, else written at the end of the run.
import { readFile } from 'node:fs/promises';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { baselineText, readBaseline, type Baseline } from '../../traffic/insights/baseline.ts';
import { writeToFile } from '../output-file.ts';

/**
 * Reads the baseline. Resolves with null when the file does not exist. Rejects with an Error that says what is wrong
 * in it, and where.
 */
export async function baselineOf(path: string): Promise<Baseline | null> {
  try {
    return readBaseline(parseJson(await readFile(path, 'utf8')));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new UserError(
      'INVALID_FILE',
      `the schema baseline ${path} cannot be used: ${messageOf(error)}; delete it to have it written again`,
      { cause: error },
    );
  }
}

/** Writes the baseline. Rejects with an Error that names the file when it cannot be written. */
export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  await writeToFile(path, async (sink) => {
    sink.write(baselineText(baseline));
    return Promise.resolve();
  });
}
