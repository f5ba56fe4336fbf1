// A draft of an object of the workspace: the fields that were typed and not saved, and the object from which they began.
import { changedDraft, type Draft } from '../../base/drafts.ts';
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { joinValues, type ChooseSide, type Conflict } from '../../base/join-values.ts';
import { isSameJson } from '../../base/same-json.ts';
import type { ObjectKind } from '../objects/object-kinds.ts';
import { fieldWithDefaults } from '../objects/with-defaults.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface WorkspaceDraft extends Draft {
  readonly kind: ObjectKind;
  readonly id: string;
  /** True for a request that was never saved. */
  readonly isNew: boolean;
}

/** A change of one field as it was typed. */
export interface FieldChange {
  /** Such as `url` or `auth.token`. */
  readonly field: string;
  /** Without it, the field is removed. */
  readonly value?: unknown;
  /** The value that the window showed before; what others have typed meanwhile in other parts of it stays. */
  readonly was?: unknown;
}

/** Returns the object as the draft has it. */
export function draftValue({ base, fields }: Draft): Fields {
  const value = new Map(Object.entries(base));
  for (const [name, field] of Object.entries(fields)) {
    if (Object.hasOwn(field, 'value')) value.set(name, field.value);
    else value.delete(name);
  }
  return Object.fromEntries(value);
}

/** Returns the draft after changes; null when nothing differs from its base any more. */
export function withChanges(draft: WorkspaceDraft, changes: readonly FieldChange[]): WorkspaceDraft | null {
  let value: unknown = draftValue(draft);
  for (const change of changes) value = withChange(value, change.field.split('.'), change);
  return withValue(draft, value as Fields);
}

/** Returns the draft with another value of the object; null when it is that of its base. */
export function withValue(draft: WorkspaceDraft, value: Fields): WorkspaceDraft | null {
  const names = new Set([...Object.keys(draft.base), ...Object.keys(draft.fields), ...Object.keys(value)]);
  const fields = [...names].map((name) => {
    const isSame = isSameField(draft, name, value[name]);
    return [name, isSame ? null : Object.hasOwn(value, name) ? { value: value[name] } : {}] as const;
  });
  const changed = changedDraft(draft, { name: '', fields: Object.fromEntries(fields) });
  if (changed === null && !draft.isNew) return null;
  return { ...draft, fields: changed?.fields ?? {} };
}

/** Returns true for a value that the file has too: it may leave out what it has by default. */
function isSameField({ kind, base, isNew }: WorkspaceDraft, name: string, value: unknown): boolean {
  if (isSameJson(value, base[name])) return true;
  if (isNew) return false;
  return isSameJson(fieldWithDefaults(kind, name, value), fieldWithDefaults(kind, name, base[name]));
}

function withChange(target: unknown, [name = '', ...inner]: readonly string[], change: FieldChange): unknown {
  if (!isObject(target))
    throw new UserError(
      'INVALID_PARAMETER',
      `${change.field} is not a field: what holds it is not an object`,
      {
        field: 'changes',
      },
    );
  const before = target[name];
  const after = inner.length > 0 ? withChange(before, inner, change) : typedValue(before, change);
  const fields = new Map(Object.entries(target));
  if (after === undefined) fields.delete(name);
  else fields.set(name, after);
  return Object.fromEntries(fields);
}

function typedValue(present: unknown, change: FieldChange): unknown {
  if (!Object.hasOwn(change, 'was')) return change.value;
  const sides = { base: change.was, mine: change.value, theirs: present };
  return joinValues(sides, change.field, () => 'mine').value;
}

export interface RefreshedDraft {
  /** Null when the object has become what the draft wants. */
  readonly draft: WorkspaceDraft | null;
  readonly conflicts: readonly Conflict[];
}

/**
 * Joins a draft with the object as it is in its file now. Fields without a conflict begin from there; one with a
 * conflict stays as it is, base included, until `choose` has decided.
 */
export function refreshed(draft: WorkspaceDraft, theirs: Fields, choose?: ChooseSide): RefreshedDraft {
  const mine = draftValue(draft);
  const [base, value] = [new Map(Object.entries(theirs)), new Map(Object.entries(theirs))];
  const conflicts: Conflict[] = [];
  for (const name of new Set([...Object.keys(draft.base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const sides = { base: draft.base[name], mine: mine[name], theirs: theirs[name] };
    const joined = joinValues(sides, name, choose);
    conflicts.push(...joined.conflicts);
    const hasConflict = joined.conflicts.length > 0;
    setOrDelete(base, name, hasConflict ? sides.base : sides.theirs);
    setOrDelete(value, name, hasConflict ? sides.mine : joined.value);
  }
  const based = { ...draft, base: Object.fromEntries(base), fields: {} };
  return { draft: withValue(based, Object.fromEntries(value)), conflicts };
}

function setOrDelete(fields: Map<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) fields.delete(name);
  else fields.set(name, value);
}
