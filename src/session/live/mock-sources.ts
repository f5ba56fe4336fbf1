// The objects of the workspace that a mock server responds with, and the changes of files that concern it.
import { relative, sep } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { activeEnvironment, collectionNamed, environmentNamed } from '../../collections/storage/named.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import type { StoredSpec } from '../../collections/storage/specs.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { ObjectChange } from '../../collections/watch/object-changes.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { ApiPart, MockSources } from '../../services/mock/index.ts';
import { specOf } from '../../specs/description.ts';
import { specNamed } from '../../specs/named.ts';

/** A collection of the workspace, or an API description. */
export interface MockSubject {
  readonly collection?: string | undefined;
  /** Beside a collection, it answers what that has no example of. */
  readonly spec?: string | undefined;
  readonly environment?: string | undefined;
  readonly stateful?: boolean | undefined;
  /** True to refuse requests that do not fit the description. */
  readonly validate?: boolean | undefined;
  /** True to answer those too, and to say what is wrong; with `validate`. */
  readonly onlyLog?: boolean | undefined;
  /** True to make values of the description from its schemas; `seed`: the same ones each time. */
  readonly dynamic?: boolean | undefined;
  readonly seed?: string | undefined;
}

export interface ReadMock {
  readonly sources: MockSources;
  /** The same objects by their ids, which names may lose. */
  readonly subject: MockSubject;
  /** True for a change of what the server responds with. */
  dependsOn(change: ObjectChange): boolean;
}

/** A file that cannot be used now. */
export class BrokenFile extends UserError {
  /** Relative to the workspace. */
  readonly file: string;
  readonly line: number;

  constructor(message: string, { file, line }: { readonly file: string; readonly line: number }) {
    super('INVALID_FILE', message);
    this.file = file;
    this.line = line;
  }
}

/** Rejects with a BrokenFile, or with another UserError that says what is missing. */
export async function readMock(workspace: Workspace, subject: MockSubject): Promise<ReadMock> {
  try {
    return await (subject.spec === undefined || subject.collection !== undefined
      ? ofCollection(workspace, subject)
      : ofSpec(workspace, subject, subject.spec));
  } catch (error) {
    const message = messageOf(error);
    const broken = workspace.problems.find(({ file }) => message.includes(file));
    throw broken === undefined ? error : new BrokenFile(message, broken);
  }
}

async function ofCollection(workspace: Workspace, subject: MockSubject): Promise<ReadMock> {
  const { collection: name = '', validate = false, dynamic = false } = subject;
  const stored = await collectionNamed(workspace, name);
  const { collection } = stored;
  const variables = await variablesOf(workspace, subject);
  refuseFileErrors(workspace, stored);
  const spec = await specBeside(workspace, collection, subject);
  const needed = validate ? 'validate' : dynamic ? 'dynamic' : null;
  if (needed !== null && spec === undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      `the collection ${collection.name} follows no API description that requests could be checked against`,
      { field: needed },
    );
  const document = spec === undefined ? null : await readDocument(workspace, spec);
  const isOnlyChecked = subject.spec === undefined && !dynamic;
  const api =
    document === null ? null : await apiOf(document.root, isOnlyChecked ? 'none' : document.collection);
  const ids = { collection: collection.id, ...(subject.spec !== undefined && { spec: spec!.id }) };
  return readOf({ collection, ...variables, api, ...behaviourOf(subject) }, { ...subject, ...ids }, [
    `${pathIn(workspace, stored.path)}/`,
    ...(spec === undefined ? [] : [pathIn(workspace, spec.path)]),
  ]);
}

/** Resolves with the description that is named, or the one that the collection follows where it is needed. */
async function specBeside(
  workspace: Workspace,
  collection: Collection,
  { spec, validate = false, dynamic = false }: MockSubject,
): Promise<StoredSpec | undefined> {
  if (spec !== undefined) return specNamed(workspace, spec);
  return validate || dynamic ? specOf(workspace, collection) : undefined;
}

async function ofSpec(workspace: Workspace, subject: MockSubject, name: string): Promise<ReadMock> {
  const spec = await specNamed(workspace, name);
  const { collection, root } = await readDocument(workspace, spec);
  const api = await apiOf(root, 'whole');
  const sources = { collection, ...(await variablesOf(workspace, subject)), api, ...behaviourOf(subject) };
  refuseFileErrors(workspace, null);
  return readOf(sources, { ...subject, spec: spec.id }, [pathIn(workspace, spec.path)]);
}

function behaviourOf({
  stateful = false,
  validate = false,
  onlyLog = false,
  dynamic = false,
  seed,
}: MockSubject): Pick<MockSources, 'isStateful' | 'validates' | 'dynamic'> {
  const validates = validate ? (onlyLog ? 'log' : 'refuse') : false;
  return { isStateful: stateful, validates, dynamic: dynamic ? { seed: seed ?? null } : null };
}

type Variables = Pick<MockSources, 'environment' | 'globals'>;

async function variablesOf(workspace: Workspace, { environment: name }: MockSubject): Promise<Variables> {
  return {
    environment: await (name === undefined
      ? activeEnvironment(workspace)
      : environmentNamed(workspace, name)),
    globals: await workspace.globals(),
  };
}

/** `paths`: of files, and of folders with a slash. */
function readOf(sources: MockSources, subject: MockSubject, paths: readonly string[]): ReadMock {
  const environment = sources.environment?.id;
  const isIn = (path: string): boolean =>
    paths.some((each) => path === each || (each.endsWith('/') && path.startsWith(each)));
  return {
    sources,
    subject: { ...subject, ...(subject.environment !== undefined && { environment }) },
    dependsOn: ({ kind, id, path, from = path }) =>
      kind === 'globals' ||
      kind === 'workspace' ||
      (kind === 'environment' && id === environment) ||
      isIn(path) ||
      isIn(from),
  };
}

async function readDocument(workspace: Workspace, spec: StoredSpec) {
  const { readSpec } = await import('../../specs/operations/index.ts');
  const { value, error } = await readSpec(spec, 'whole', {});
  if (error === null) return value;
  const { line, message } = error;
  throw new BrokenFile(`${spec.path}:${line}: ${message}`, { file: pathIn(workspace, spec.path), line });
}

async function apiOf(root: Document['root'], examples: ApiPart['examples']): Promise<ApiPart> {
  const { MockApi } = await import('../../services/mock/api.ts');
  return { description: new MockApi(root), examples };
}

type Document = Awaited<ReturnType<typeof readDocument>>;

function pathIn({ folder }: Workspace, path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}
