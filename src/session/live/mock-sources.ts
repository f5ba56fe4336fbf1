// The objects of the workspace that a mock server responds with, and the changes of files that concern it.
import { relative, sep } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { activeEnvironment, collectionNamed, environmentNamed } from '../../collections/storage/named.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import type { StoredSpec } from '../../collections/storage/specs.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { ObjectChange } from '../../collections/watch/object-changes.ts';
import type { MockSources } from '../../services/mock/index.ts';
import { specOf } from '../../specs/description.ts';
import { specNamed } from '../../specs/named.ts';

/** A collection of the workspace, or an API description. */
export interface MockSubject {
  readonly collection?: string | undefined;
  readonly spec?: string | undefined;
  readonly environment?: string | undefined;
  readonly stateful?: boolean | undefined;
  /** True to refuse requests that do not fit the description. */
  readonly validate?: boolean | undefined;
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
    return await (subject.spec === undefined
      ? ofCollection(workspace, subject)
      : ofSpec(workspace, subject, subject.spec));
  } catch (error) {
    const message = messageOf(error);
    const broken = workspace.problems.find(({ file }) => message.includes(file));
    throw broken === undefined ? error : new BrokenFile(message, broken);
  }
}

async function ofCollection(workspace: Workspace, subject: MockSubject): Promise<ReadMock> {
  const { collection: name = '', stateful: isStateful = false, validate = false } = subject;
  const stored = await collectionNamed(workspace, name);
  const { collection } = stored;
  const variables = await variablesOf(workspace, subject);
  refuseFileErrors(workspace, stored);
  const spec = validate ? await specOf(workspace, collection) : undefined;
  if (validate && spec === undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      `the collection ${collection.name} follows no API description that requests could be checked against`,
      { field: 'validate' },
    );
  const validator = spec === undefined ? null : await validatorOf((await readDocument(workspace, spec)).root);
  const sources = { collection, ...variables, validator, isStateful };
  return readOf(sources, { ...subject, collection: collection.id }, [
    `${pathIn(workspace, stored.path)}/`,
    ...(spec === undefined ? [] : [pathIn(workspace, spec.path)]),
  ]);
}

async function ofSpec(workspace: Workspace, subject: MockSubject, name: string): Promise<ReadMock> {
  const spec = await specNamed(workspace, name);
  const { collection, root } = await readDocument(workspace, spec);
  const { stateful: isStateful = false, validate = false } = subject;
  const validator = validate ? await validatorOf(root) : null;
  const sources = { collection, ...(await variablesOf(workspace, subject)), validator, isStateful };
  refuseFileErrors(workspace, null);
  return readOf(sources, { ...subject, spec: spec.id }, [pathIn(workspace, spec.path)]);
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

async function validatorOf(root: Awaited<ReturnType<typeof readDocument>>['root']) {
  const { RequestValidator } = await import('../../services/mock/validate.ts');
  return new RequestValidator(root);
}

function pathIn({ folder }: Workspace, path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}
