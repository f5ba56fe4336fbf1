// Gives one field of an object back what it was in the last commit.
import { join } from 'node:path';
import { z } from 'zod';
import { ParameterError, UserError } from '../../../../base/errors.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { window } from '../fields.ts';
import { changedObject, readStatus } from './status.ts';

const PATH = 'the path of a changed object, as client.git_status shows it';
const FIELD = 'a field that differs, as client.git_diff names it';

export const discardField = defineMethod({
  name: 'client.git_discard_field',
  summary:
    'Gives one field of an object back what it was in the last commit, as one step; the file as it is goes to the trash',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    path: z.string(PATH).min(1, PATH).max(4000, PATH),
    field: z.string(FIELD).min(1, FIELD).max(4000, FIELD),
    window,
  }),
  result: z.strictObject({ discarded: z.string() }),
  async run(app, { path, field, window: by }, signal) {
    const { withoutDifference } = await import('../../../../base/without-difference.ts');
    const { FILE_SCHEMAS, kindOfPath } = await import('../../../../collections/objects/kinds.ts');
    const { objectText } = await import('../../../../collections/storage/object-file.ts');
    const { copyToTrash } = await import('../../../../collections/storage/trash.ts');
    const { replaceFile } = await import('../../../../base/replace-file.ts');
    const { refuseLink } = await import('../../../../collections/storage/safe-path.ts');
    const { status, folder, files } = await readStatus(app, signal);
    const found = changedObject(status, path);
    if (!found.differences.some((each) => each.field === field))
      throw new ParameterError(`${field.slice(0, 200)} does not differ in ${path}: see client.git_diff`, {
        field: 'field',
      });
    const kind = kindOfPath(path);
    if (field === 'name' || kind === null || kind === 'spec' || kind === 'dataset')
      throw new UserError(
        'CONFLICT',
        `the ${field} of ${found.name} goes with its file: discard all changes of it`,
        { field: 'field' },
      );
    const schema: z.ZodType = FILE_SCHEMAS[kind];
    const value = schema.parse(withoutDifference(found.before, found.after, field));
    const file = join(folder, path);
    refuseLink(file);
    await files.act({ label: `Discarded ${field} of ${found.name}`, window: by }, async ({ workspace }) => {
      await workspace.exclusively(async () => {
        await copyToTrash(folder, { kind: found.kind, name: found.name, path: file });
        await replaceFile(file, objectText(schema, value), 0o644);
      });
    });
    return { discarded: field };
  },
});
