// Ignoring differences and violations of an API description.
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { flag } from '../../fields.ts';
import { reference } from '../../workspace/fields.ts';

const SENTENCE = 'a sentence of client.diff_spec or client.check_contract';
const SCOPES = ['this', 'kind here', 'kind everywhere'] as const;

export const ignoreInSpec = defineMethod({
  name: 'client.ignore_in_spec',
  summary:
    'Ignores a difference or a violation of an API description, in the file beside it, or counts it again',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    spec: reference.describe('Id or name of the description'),
    operation: z.string('an operation such as GET /pets').min(1, 'an operation such as GET /pets').max(2000),
    what: z.string(SENTENCE).min(1, SENTENCE).max(2000, SENTENCE),
    scope: z
      .enum(SCOPES, SCOPES.join(', '))
      .describe('This one, all of its kind at the operation, or all of its kind at all operations'),
    comment: z.string('a text').max(2000).optional(),
    isIgnored: flag.optional().describe('Default true; false counts it again, whatever ignores it'),
  }),
  result: z.strictObject({
    path: z.string().describe('The file, relative to the workspace'),
    what: z.string(),
  }),
  async run(app: AppContext, { spec: name, operation, what, scope, comment = '', isIgnored = true }) {
    const { relative, sep } = await import('node:path');
    const { specNamed } = await import('../../../../specs/named.ts');
    const { changeIgnores, ignoredBy, ignoresPath, kindOf, readIgnores } =
      await import('../../../../specs/ignores.ts');
    const workspace = await app.workspace.open();
    const { path } = await specNamed(workspace, name);
    const file = relative(workspace.folder, ignoresPath(path)).split(sep).join('/');
    const sentence = scope === 'this' ? what : kindOf(what);
    await workspace.exclusively(async () => {
      if (isIgnored) {
        const entry = {
          ...(scope !== 'kind everywhere' && { operation }),
          what: sentence,
          ...(comment.trim() !== '' && { comment: comment.trim() }),
        };
        await changeIgnores(path, entry, true);
        return;
      }
      // Several entries may fit.
      for (;;) {
        const entry = ignoredBy(readIgnores(path), operation, what);
        if (entry === null) return;
        await changeIgnores(path, entry, false);
      }
    });
    return { path: file, what: isIgnored ? sentence : what };
  },
});
