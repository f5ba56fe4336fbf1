// Says what changes of files are as changes of objects.
import { differences } from '../../base/differences.ts';
import type { ObjectKind } from '../objects/object-kinds.ts';
import { fieldsOfFile, objectId, type FileChange, type IndexedFile } from '../objects/object-index.ts';

export interface ObjectChange {
  readonly change: 'added' | 'changed' | 'removed' | 'moved' | 'broken';
  readonly kind: ObjectKind | 'workspace';
  readonly id: string;
  readonly name: string;
  /** Relative to the workspace, with slashes. */
  readonly path: string;
  /** The path before, of one that has moved. */
  readonly from?: string;
  /** Fields that differ, such as `headers[Accept].value`; null when it is not known which. */
  readonly fields?: readonly string[] | null;
  /** The error of a file that cannot be used. `line` is counted from 1; 0 when it is not known. */
  readonly error?: { readonly line: number; readonly reason: string };
}

type Files = ReadonlyMap<string, IndexedFile>;

/** Returns the changes of objects, in the order of the files. `files`: all of the workspace. */
export function objectChanges(changes: readonly FileChange[], files: Files): readonly ObjectChange[] {
  const gone = new Map(
    changes.flatMap(({ before, after }) =>
      before !== null && after === null ? [[`${before.kind} ${before.id}`, before] as const] : [],
    ),
  );
  const moved = new Set<IndexedFile>();
  const found = changes.map((change): ObjectChange | null => {
    const { before, after } = change;
    if (after === null) return null;
    const old = before ?? gone.get(`${after.kind} ${after.id}`);
    if (before === null && old !== undefined) moved.add(old);
    return changeOf(old, after, files);
  });
  const removed = changes.map(({ before, after }): ObjectChange | null => {
    if (before === null || after !== null || moved.has(before)) return null;
    return { change: 'removed', ...identityOf(before, files) };
  });
  return [...found, ...removed].filter((each) => each !== null);
}

function changeOf(before: IndexedFile | undefined, after: IndexedFile, files: Files): ObjectChange {
  const identity = identityOf(after, files);
  if (after.error !== null) {
    const { line, reason } = after.error;
    return { change: 'broken', ...identity, error: { line, reason } };
  }
  if (before === undefined) return { change: 'added', ...identity };
  const fields = changedFields(before, after);
  if (before.path === after.path) return { change: 'changed', ...identity, fields };
  return { change: 'moved', ...identity, from: before.path, fields };
}

/** Returns the names of fields that differ; null when one of the texts is not remembered, or could not be used. */
export function changedFields(before: IndexedFile, after: IndexedFile): readonly string[] | null {
  if (before.text === null || after.text === null || before.error !== null) return null;
  const [old, now] = [before, after].map(({ path, kind, text }) =>
    fieldsOfFile(path, kind, text ?? '', () => undefined),
  );
  return differences(old, now).map(({ field }) => field);
}

/** A note about a description belongs to the description. */
function identityOf(file: IndexedFile, files: Files): Pick<ObjectChange, 'kind' | 'id' | 'name' | 'path'> {
  const { kind, name, path } = file;
  return { kind: kind === 'specLink' ? 'spec' : kind, id: objectId(file, files), name, path };
}
