// The programs that the user has allowed requests to start, in `programs.json` of the data folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dataFolder } from '../../base/data-folder.ts';
import { systemCode, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';

const entry = z.object({
  fingerprint: z.string(),
  /** The command line without values of variables, and its folder; empty where an earlier version wrote the entry. */
  description: z.string(),
});
export type RememberedProgram = z.output<typeof entry>;

/** Earlier versions wrote fingerprints alone. */
const list = z.array(
  z.union([z.string().transform((fingerprint) => ({ fingerprint, description: '' })), entry]),
);

function file(): string {
  return join(dataFolder(), 'programs.json');
}

/** Rejects with a UserError for a file of another kind. */
export async function rememberedPrograms(): Promise<readonly RememberedProgram[]> {
  try {
    const { data } = list.safeParse(JSON.parse(await readFile(file(), 'utf8')));
    if (data !== undefined) return data;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
  }
  throw new UserError(
    'INVALID_FILE',
    `${file()} is not a list of allowed programs: remove it, and allow them again`,
  );
}

export async function rememberProgram(program: RememberedProgram): Promise<void> {
  const others = (await rememberedPrograms()).filter(
    ({ fingerprint }) => fingerprint !== program.fingerprint,
  );
  await write([...others, program]);
}

/** Resolves with false for a program that was not remembered. */
export async function forgetProgram(fingerprint: string): Promise<boolean> {
  const all = await rememberedPrograms();
  const others = all.filter((each) => each.fingerprint !== fingerprint);
  if (others.length === all.length) return false;
  await write(others);
  return true;
}

function write(programs: readonly RememberedProgram[]): Promise<void> {
  return replaceFile(file(), `${JSON.stringify(programs, null, 2)}\n`);
}
