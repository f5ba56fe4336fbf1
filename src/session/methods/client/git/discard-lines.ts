// Gives some lines of a changed file back what they were in the last commit.
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, UserError } from '../../../../base/errors.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { wholeNumber } from '../../fields.ts';
import { window } from '../fields.ts';
import { changedObject, readStatus } from './status.ts';

const PATH = 'the path of a changed object, as client.git_status shows it';
const LINES = 'a list of lines';
const MAX_LINES = 100_000;
const lines = z.array(z.string(LINES), LINES).max(MAX_LINES, `up to ${MAX_LINES} lines`);

export const discardLines = defineMethod({
  name: 'client.git_discard_lines',
  summary:
    'Replaces lines of a changed object by those of the last commit, as one step; the file as it is goes to the trash',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    path: z.string(PATH).min(1, PATH).max(4000, PATH),
    line: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('Where they begin, from 1'),
    now: lines.describe('The lines as they are; empty for those that were removed'),
    before: lines.describe('The lines as they were'),
    window,
  }),
  result: z.strictObject({ line: z.int() }),
  async run(app, { path, line, now, before, window: by }, signal) {
    const { presentText } = await import('../../../../collections/objects/object-index.ts');
    const { copyToTrash } = await import('../../../../collections/storage/trash.ts');
    const { replaceFile } = await import('../../../../base/replace-file.ts');
    const { refuseLink } = await import('../../../../collections/storage/safe-path.ts');
    const { status, folder, files } = await readStatus(app, signal);
    const found = changedObject(status, path);
    const file = join(folder, path);
    refuseLink(file);
    await files.act({ label: `Discarded lines of ${found.name}`, window: by }, async ({ workspace }) => {
      await workspace.exclusively(async () => {
        const all = presentText(folder, path)?.split('\n') ?? [];
        const at = line - 1;
        if (all.slice(at, at + now.length).join('\n') !== now.join('\n') || at > all.length)
          throw new UserError('CONFLICT', `${path} has changed meanwhile: look at it again`, {
            field: 'now',
          });
        const text = all.toSpliced(at, now.length, ...before).join('\n');
        if (found.kind !== 'dataset') await refuseBroken(path, text);
        await copyToTrash(folder, { kind: found.kind, name: found.name, path: file });
        await replaceFile(file, text, 0o644);
      });
    });
    return { line };
  },
});

/** Lines of two places may belong together. */
async function refuseBroken(path: string, text: string): Promise<void> {
  const { parseYaml } = await import('../../../../documents/yaml.ts');
  try {
    parseYaml(text);
  } catch (error) {
    throw new UserError(
      'INVALID_DATA',
      `${path} could not be read without these lines alone: ${messageOf(error)}. Discard those that belong to them too, or all changes`,
      { field: 'before', cause: error },
    );
  }
}
