// Drafts: typed and not saved. A draft has the fields that were changed, and the values from which it began. The app keeps
// those of its pages, so that a reload, a crash or another window loses none of it.

type Fields = Readonly<Record<string, unknown>>;

/** The value of a field as it was typed; without `value`, the field was removed. */
export interface DraftField {
  readonly value?: unknown;
}

export interface Draft {
  /** Fields as they were saved when the draft began; empty for something new. */
  readonly base: Fields;
  /** Those that were changed; never empty. */
  readonly fields: Readonly<Record<string, DraftField>>;
}

/** Drafts by name, such as `rule/blockList/12`. */
export type Drafts = Readonly<Record<string, Draft>>;

export interface DraftChange {
  readonly name: string;
  /** True to drop what the draft was before. */
  readonly drop?: boolean | undefined;
  readonly base?: Fields | undefined;
  /** Fields to replace; null for those that are no longer changed. */
  readonly fields?: Readonly<Record<string, DraftField | null>> | undefined;
}

/** Returns the drafts after changes, one after another. */
export function changedDrafts(current: Drafts, changes: readonly DraftChange[]): Drafts {
  const drafts = new Map(Object.entries(current));
  for (const change of changes) {
    const { name, drop = false } = change;
    const changed = changedDraft(drop ? undefined : drafts.get(name), change);
    if (changed === null) drafts.delete(name);
    else drafts.set(name, changed);
  }
  return Object.fromEntries(drafts);
}

/** Returns a draft after a change; null when none of its fields is changed any more. */
export function changedDraft(
  draft: Draft | undefined,
  { base = {}, fields = {} }: DraftChange,
): Draft | null {
  const changed = new Map(Object.entries(draft?.fields ?? {}));
  for (const [name, field] of Object.entries(fields)) {
    if (field === null) changed.delete(name);
    else changed.set(name, field);
  }
  if (changed.size === 0) return null;
  return { base: { ...draft?.base, ...base }, fields: Object.fromEntries(changed) };
}
