// A changed file as text, as it was in the last commit and as it is; and the end of a merge in it.
import { join } from 'node:path';
import { z } from 'zod';
import { ParameterError, UserError } from '../../../../base/errors.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { window } from '../fields.ts';
import { readStatus } from './status.ts';

const PATH = 'the path of a changed file, as client.git_status shows it';
/** Characters of each text. */
const MAX_TEXT = 1024 * 1024;
const path = z.string(PATH).min(1, PATH).max(4000, PATH);

export const texts = defineMethod({
  name: 'client.git_texts',
  summary: 'Returns a changed file as text, as it was in the last commit and as it is',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ path }),
  result: z.strictObject({
    before: z.string().nullable(),
    after: z.string().nullable(),
    isCut: z.boolean().describe('True when one of them is longer'),
    conflicts: z.number().describe('Places where a merge was not decided'),
  }),
  async run(app, { path: wanted }, signal) {
    const { presentText } = await import('../../../../collections/objects/object-index.ts');
    const { countConflicts } = await import('../../../../collections/storage/conflict-marks.ts');
    const { repository, status, folder } = await readStatus(app, signal);
    const all = [...status.objects, ...status.others];
    const found = all.find((each) => each.path === wanted);
    if (found === undefined) throw unknown(wanted);
    const from = 'from' in found ? (found.from ?? wanted) : wanted;
    const before = (await repository.committedTexts([from])).get(from) ?? null;
    const after = presentText(folder, wanted);
    return {
      before: before?.slice(0, MAX_TEXT) ?? null,
      after: after?.slice(0, MAX_TEXT) ?? null,
      isCut: [before, after].some((text) => (text?.length ?? 0) > MAX_TEXT),
      conflicts: after === null ? 0 : countConflicts(after),
    };
  },
});

export const resolve = defineMethod({
  name: 'client.git_resolve',
  summary:
    'Takes one side of every place of a file where a merge was not decided, as one step; the file as it was goes to the trash',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    path,
    take: z.enum(['ours', 'theirs'], 'ours or theirs').describe('Ours is the branch that is checked out'),
    window,
  }),
  result: z.strictObject({ conflicts: z.number() }),
  async run(app, { path: wanted, take, window: by }, signal) {
    const { presentText } = await import('../../../../collections/objects/object-index.ts');
    const { countConflicts, withSide } = await import('../../../../collections/storage/conflict-marks.ts');
    const { copyToTrash } = await import('../../../../collections/storage/trash.ts');
    const { replaceFile } = await import('../../../../base/replace-file.ts');
    const { refuseLink } = await import('../../../../collections/storage/safe-path.ts');
    const { status, folder, files } = await readStatus(app, signal);
    const found = status.objects.find((each) => each.path === wanted);
    if (found === undefined) throw unknown(wanted);
    const file = join(folder, wanted);
    refuseLink(file);
    const text = presentText(folder, wanted);
    const conflicts = text === null ? 0 : countConflicts(text);
    if (text === null || conflicts === 0)
      throw new UserError('CONFLICT', `${wanted} has no marks of a merge: decide it with Git`, {
        field: 'path',
      });
    await files.act({ label: `Decided the merge of ${found.name}`, window: by }, async ({ workspace }) => {
      await workspace.exclusively(async () => {
        await copyToTrash(folder, { kind: found.kind, name: found.name, path: file });
        await replaceFile(file, withSide(text, take), 0o644);
      });
    });
    return { conflicts };
  },
});

function unknown(path: string): ParameterError {
  return new ParameterError(`${path.slice(0, 200)} is not a changed file: see client.git_status`, {
    field: 'path',
  });
}
