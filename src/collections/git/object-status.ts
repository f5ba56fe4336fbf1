// The changes of a workspace since the last commit, as changes of objects and their fields.
import { differences, type Difference } from '../../base/differences.ts';
import { kindOfPath, type FileKind } from '../objects/kinds.ts';
import { fieldsOfFile, identityOf, presentText } from '../objects/object-index.ts';
import type { ObjectKind } from '../objects/object-kinds.ts';
import { conflictLine } from '../storage/conflict-marks.ts';
import { TRASH_FOLDER } from '../storage/trash.ts';
import type { GitFile, GitStatus, Repository } from './repository.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface ChangedObject {
  readonly kind: ObjectKind | 'workspace';
  readonly id: string;
  readonly name: string;
  /** Relative to the workspace. */
  readonly path: string;
  /** The path in the last commit, of one that has moved. */
  readonly from: string | null;
  /** `unreadable`: the file, or that of the last commit, has an error. */
  readonly change: 'added' | 'changed' | 'removed' | 'moved' | 'conflict' | 'unreadable';
  readonly isStaged: boolean;
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly differences: readonly Difference[];
}

export interface ObjectStatus extends Omit<GitStatus, 'files'> {
  readonly objects: readonly ChangedObject[];
  /** Files that are not those of objects, without the trash. */
  readonly others: readonly GitFile[];
}

interface ComparedFile extends GitFile {
  readonly kind: FileKind;
  readonly before: Fields | null;
  readonly after: Fields | null;
  readonly isReadable: boolean;
  /** True for a file with the marks of a merge, whatever Git knows of it. */
  readonly hasMarks: boolean;
}

/** Compares the workspace in `folder` with its last commit. */
export async function objectStatus(repository: Repository, folder: string): Promise<ObjectStatus> {
  const { files, ...about } = await repository.status({ renames: false });
  const own = files.filter(({ path }) => kindOfPath(path) !== null);
  const committed = await repository.committedTexts(own.map(({ path }) => path));
  const compared = own.map((file) => comparedFile(file, committed.get(file.path) ?? null, folder));
  return {
    ...about,
    objects: changedObjects(compared),
    others: files.filter(({ path }) => kindOfPath(path) === null && !path.startsWith(`${TRASH_FOLDER}/`)),
  };
}

function comparedFile(file: GitFile, committed: string | null, folder: string): ComparedFile {
  const kind = kindOfPath(file.path)!;
  const present = presentText(folder, file.path);
  const fields = (text: string | null): Fields | null =>
    text === null ? null : fieldsOfFile(file.path, kind, text, () => undefined);
  const [before, after] = [fields(committed), fields(present)];
  const isReadable = (committed === null) === (before === null) && (present === null) === (after === null);
  const hasMarks = present !== null && after === null && conflictLine(present) > 0;
  return { ...file, kind, before, after, isReadable, hasMarks };
}

function changedObjects(files: readonly ComparedFile[]): readonly ChangedObject[] {
  const gone = new Map(
    files.flatMap((file) =>
      file.after === null && file.before !== null && file.isReadable ? [[keyOf(file), file] as const] : [],
    ),
  );
  const moved = new Set<ComparedFile>();
  const present = files.flatMap((file) => {
    const former = file.before === null && file.after !== null ? gone.get(keyOf(file)) : undefined;
    if (former !== undefined) moved.add(former);
    return file.after === null && file.isReadable && file.before !== null
      ? []
      : [changedObject(file, former)];
  });
  const removed = [...gone.values()].filter((file) => !moved.has(file)).map((file) => changedObject(file));
  return [...present, ...removed];
}

function changedObject(file: ComparedFile, former?: ComparedFile): ChangedObject {
  const [before, after] = [file.before ?? former?.before ?? null, file.after];
  const { id, name } = identityOf(file.path, file.kind, after ?? before, undefined);
  return {
    kind: file.kind === 'specLink' ? 'spec' : file.kind,
    id,
    name,
    path: file.path,
    from: former?.path ?? null,
    change: changeOf(file, former),
    isStaged: file.isStaged,
    before,
    after,
    differences: before === null || after === null ? [] : differences(before, after),
  };
}

function changeOf(
  { change, isReadable, hasMarks, before, after }: ComparedFile,
  former: ComparedFile | undefined,
): ChangedObject['change'] {
  // Git takes a file as decided once it is added, which the commit does.
  if (hasMarks || (change === 'conflict' && !isReadable)) return 'conflict';
  if (!isReadable) return 'unreadable';
  if (former !== undefined) return 'moved';
  return before === null ? 'added' : after === null ? 'removed' : 'changed';
}

function keyOf({ kind, path, before, after }: ComparedFile): string {
  return `${kind} ${identityOf(path, kind, after ?? before, undefined).id}`;
}

/** The words for an entry of a list. */
const ENTRIES: Readonly<Record<string, string>> = {
  headers: 'header',
  query: 'parameter',
  path: 'path variable',
  variables: 'variable',
  examples: 'example',
};

/** Says what has changed, such as `body changed, header X-Key added`. */
export function changeSentence({ differences: all, before, after }: ChangedObject): string {
  const parts = all.map(({ field, change }) => {
    const [, list = '', key = '', rest = ''] = /^(\w+)\[(.*?)\](.*)$/s.exec(field) ?? [];
    if (list === '') return `${field.replace(/\..*/s, '')} ${change}`;
    const name = list === 'examples' ? (nameOf(after, key) ?? nameOf(before, key) ?? key) : key;
    return `${ENTRIES[list] ?? list} ${name} ${rest === '' ? change : 'changed'}`;
  });
  return [
    ...new Set(
      parts.map((part) => (/^[\w]+ (?:added|removed)$/.test(part) ? part.replace(/\w+$/, 'changed') : part)),
    ),
  ].join(', ');
}

function nameOf(fields: Fields | null, id: string): string | undefined {
  const examples = (fields as { readonly examples?: readonly { id: string; name: string }[] } | null)
    ?.examples;
  return examples?.find((each) => each.id === id)?.name;
}
