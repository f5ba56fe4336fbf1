// Drafts as pages get them: secrets are masked, and masks that come back stand for what they hid.
import { isObject } from '../../../base/is-object.ts';
import type { Conflict } from '../../../base/join-values.ts';
import type { FieldChange, Fields } from '../../../collections/drafts/draft.ts';
import type { DraftView } from '../../client-files/index.ts';
import { MASK } from '../../settings/secrets.ts';
import { masked, unmasked } from '../workspace/masks.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

export interface ShownDraft {
  readonly kind: DraftView['draft']['kind'];
  readonly id: string;
  readonly name: string;
  readonly path: string | null;
  readonly state: DraftView['state'];
  readonly base: Fields;
  readonly value: Fields;
  readonly changed: readonly string[];
  readonly conflicts: readonly Conflict[];
}

export function shownDraft(
  { draft: { kind, id, base }, value, changed, conflicts, path, state }: DraftView,
  context: WorkspaceContext,
): ShownDraft {
  const { name } = value;
  const shown = partsShown([base, value, ...conflicts.map(({ theirs }) => theirs)], context);
  return {
    kind,
    id,
    name: typeof name === 'string' ? name : id,
    path,
    state,
    base: masked(base, context),
    value: masked(value, context),
    changed,
    conflicts: conflicts.map(({ field, ...sides }) => ({
      field,
      base: shown(field, sides.base),
      mine: shown(field, sides.mine),
      theirs: shown(field, sides.theirs),
    })),
  };
}

/**
 * Returns a function that shows the part of an object at a field. The part alone does not say that it is secret, so it
 * is hidden by its field, or by its value, which is masked in one of `objects`.
 */
export function partsShown(
  objects: readonly unknown[],
  context: WorkspaceContext,
): (field: string, value: unknown) => unknown {
  const secrets = hiddenTexts(objects, context);
  return (field, value) => {
    if (context.showsSecrets || value === undefined) return value;
    return /^auth(?:\.|$)/.test(field) ? shownAuth(field, value) : without(value, secrets);
  };
}

function shownAuth(field: string, value: unknown): unknown {
  const [, name] = field.split('.');
  const auth = name === undefined ? value : { [name]: value };
  const shown = masked({ auth }, { showsSecrets: false }).auth;
  return name === undefined ? shown : isObject(shown) ? shown[name] : shown;
}

function without(value: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return secrets.has(value) ? MASK : value;
  if (Array.isArray(value)) return value.map((each) => without(each, secrets));
  if (!isObject(value)) return value;
  return masked(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, without(inner, secrets)])),
    { showsSecrets: false },
  );
}

/** Returns the texts that are masked in these objects. */
function hiddenTexts(objects: readonly unknown[], context: WorkspaceContext): ReadonlySet<string> {
  const hidden = new Set<string>();
  const visit = (value: unknown, shown: unknown): void => {
    if (typeof value === 'string' && shown === MASK && value !== MASK) hidden.add(value);
    if (typeof value !== 'object' || value === null || typeof shown !== 'object' || shown === null) return;
    for (const [key, inner] of Object.entries(value)) visit(inner, Reflect.get(shown, key));
  };
  for (const object of objects) visit(object, masked(object, context));
  return hidden;
}

/** Returns changes with the values for which masks in them stand. */
export function plainChanges(
  changes: readonly FieldChange[],
  value: Fields,
  context: WorkspaceContext,
): readonly FieldChange[] {
  return changes.map((change, at) => {
    const present = change.field
      .split('.')
      .reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
    const plain = (given: unknown): unknown =>
      unmasked(context, withFormerNames(given, change.was, present), present, `changes[${at}]`);
    return {
      field: change.field,
      ...(Object.hasOwn(change, 'value') && { value: plain(change.value) }),
      ...(Object.hasOwn(change, 'was') && { was: plain(change.was) }),
    };
  });
}

/** Puts the secret of a variable whose name was typed in place of its mask: the entry before has the former name. */
function withFormerNames(given: unknown, was: unknown, present: unknown): unknown {
  if (![given, was, present].every(Array.isArray)) return given;
  const [entries, before, now] = [given, was, present] as readonly (readonly unknown[])[];
  const find = (name: unknown): unknown => now!.find((each) => isObject(each) && each['name'] === name);
  return entries!.map((entry, at) => {
    if (!isObject(entry) || entry['value'] !== MASK || find(entry['name']) !== undefined) return entry;
    const former = before![at];
    const known = isObject(former) ? find(former['name']) : undefined;
    return isObject(known) ? { ...entry, value: known['value'] } : entry;
  });
}
