// Changes of an API description since another version of it.
import { relative, sep } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../../base/errors.ts';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { text } from '../../fields.ts';
import { described, ignoredComment, onScreen, type DescribedSpec } from './described.ts';

const REVISION = 'the name of a commit, a branch or a tag';
const part = z.strictObject({ line: z.int(), text: z.string() }).nullable();
const line = z.int().nullable().describe('The line of the operation; null where this version has none');

export const otherVersion = {
  revision: z
    .string(REVISION)
    .min(1, REVISION)
    .max(200, REVISION)
    .optional()
    .describe('The version in a commit; by default that of the file'),
  other: text.optional().describe('Another version as text'),
} as const;

export const diffSpec = defineMethod({
  name: 'client.diff_spec',
  summary:
    'Compares an API description as the screen has it with another version, and marks what breaks clients',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...onScreen,
    ...otherVersion,
    operation: text.optional().describe('An operation of which both texts are returned, such as "GET /pets"'),
  }),
  result: z.strictObject({
    versions: z.strictObject({ before: z.string(), after: z.string() }),
    changes: z
      .array(
        z.strictObject({
          breaking: z.boolean(),
          warning: z.boolean(),
          operation: z.string(),
          what: z.string(),
          ignored: ignoredComment,
          before: line,
          after: line,
        }),
      )
      .readonly(),
    compared: z.int().describe('The number of operations that are in both'),
    notCompared: z.array(z.string()).readonly().describe('Sentences about what could not be compared'),
    parts: z
      .array(z.strictObject({ name: z.string(), before: part, after: part }))
      .readonly()
      .describe('The texts of the operation, and of what it refers to and that differs'),
  }),
  async run(app: AppContext, { revision, other, operation, ...params }, signal) {
    const { readWholeSpec } = await import('../../../../specs/operations/index.ts');
    const { ignoredBy, readIgnores } = await import('../../../../specs/ignores.ts');
    const found = await described(app, params);
    const before = other ?? (await earlierText(found, revision, signal));
    const source = { path: found.spec.path, text: found.text };
    const compared = await readWholeSpec(source, 'diff', { before, operation });
    const ignores = readIgnores(found.spec.path);
    return {
      ...compared,
      changes: compared.changes.map((change) => {
        const by = ignoredBy(ignores, change.operation, change.what);
        return { ...change, ignored: by === null ? null : (by.comment ?? '') };
      }),
    };
  },
});

export async function earlierText(
  { workspace, spec }: DescribedSpec,
  revision: string | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { specText } = await import('../../../../collections/storage/specs.ts');
  if (revision === undefined) return specText(spec);
  const { Repository } = await import('../../../../collections/git/repository.ts');
  const path = relative(workspace.folder, spec.path).split(sep).join('/');
  const repository = new Repository(workspace.folder, signal);
  const found = (await repository.committedTexts([path], revision)).get(path);
  if (found !== undefined) return found;
  throw new UserError('NOT_FOUND', `${path} is not in ${revision}`, { field: 'revision' });
}
