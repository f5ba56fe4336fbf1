// The API description that a method is about, and its text as the screen has it.
import { z } from 'zod';
import type { StoredSpec } from '../../../../collections/storage/specs.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import type { AppContext } from '../../context.ts';
import { text } from '../../fields.ts';
import { reference } from '../../workspace/fields.ts';

export const onScreen = {
  spec: reference.describe('Id or name of the description'),
  text: text.optional().describe('The document as the screen has it; by default its draft, else its file'),
} as const;

export const ignoredComment = z
  .string()
  .nullable()
  .describe('The comment with which it is ignored, perhaps empty; null for what counts');

export interface DescribedSpec {
  readonly workspace: Workspace;
  readonly spec: StoredSpec;
  readonly text: string;
}

/** Resolves with the description that is named. Rejects with a UserError where there is none. */
export async function described(
  app: AppContext,
  given: z.output<z.ZodObject<typeof onScreen>>,
): Promise<DescribedSpec> {
  const { specNamed } = await import('../../../../specs/named.ts');
  const { specText } = await import('../../../../collections/storage/specs.ts');
  const workspace = await app.workspace.open();
  const spec = await specNamed(workspace, given.spec);
  return { workspace, spec, text: given.text ?? (await draftText(app, spec)) ?? specText(spec) };
}

/** Resolves with the text that was typed and not saved; null without. */
async function draftText(app: AppContext, { id }: StoredSpec): Promise<string | null> {
  const view = await (await app.clientFiles()).view({ kind: 'spec', id });
  const text = view?.value['text'];
  return typeof text === 'string' ? text : null;
}
