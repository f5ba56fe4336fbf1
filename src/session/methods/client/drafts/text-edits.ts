// Changes of a part of a long text, so that a page need not send all of it with each key.
import { z } from 'zod';
import { UserError } from '../../../../base/errors.ts';
import { isObject } from '../../../../base/is-object.ts';
import type { FieldChange, Fields } from '../../../../collections/drafts/draft.ts';

const text = z.string('a text');
const length = z.number('a number of characters').int().min(0);

export const textEdit = z.strictObject({
  length: length.describe('Characters of the text before'),
  at: length.describe('Where the part begins'),
  before: text.describe('Some characters that stand before it'),
  remove: text,
  insert: text,
});

export interface EditedField extends FieldChange {
  readonly edit?: z.output<typeof textEdit> | undefined;
}

/** Returns a change of the whole text. Throws a UserError where the text is not the one that was edited. */
export function wholeChange({ edit, ...change }: EditedField, value: Fields): FieldChange {
  if (edit === undefined) return change;
  const present = change.field
    .split('.')
    .reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
  const { at, before, remove, insert } = edit;
  if (
    typeof present !== 'string' ||
    present.length !== edit.length ||
    !present.startsWith(`${before}${remove}`, at - before.length)
  )
    throw new UserError('CONFLICT', `${change.field} has changed meanwhile: give its whole value`, {
      field: 'changes',
    });
  return { field: change.field, value: present.slice(0, at) + insert + present.slice(at + remove.length) };
}
