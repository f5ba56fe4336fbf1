// Finds collections, environments and flows of a workspace by id or name.
import { sep } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { nearest } from '../../base/did-you-mean.ts';
import type { Environment } from '../model/environment.ts';
import type { ClientFlow } from '../model/flow.ts';
import type { SavedLoadTest } from '../model/load-test.ts';
import type { RunConfiguration } from '../model/run-configuration.ts';
import type { FileError } from './object-file.ts';
import type { StoredCollection } from './read-collection.ts';
import type { CollectionHead, Workspace } from './workspace.ts';
import { fileErrors } from './needed-files.ts';

/** Rejects with an Error that suggests the nearest name. */
export async function collectionHeadNamed(workspace: Workspace, name: string): Promise<CollectionHead> {
  return one(await workspace.collectionHeads(), name, 'collection', workspace);
}

/** Rejects with an Error that suggests the nearest name. */
export async function collectionNamed(workspace: Workspace, name: string): Promise<StoredCollection> {
  const head = await collectionHeadNamed(workspace, name);
  const stored = await workspace.collection(head);
  if (stored === null) throw fileErrors(workspace.problems, workspace);
  return stored;
}

/** Rejects with an Error that suggests the nearest name, or names the file that cannot be read. */
export async function flowNamed(workspace: Workspace, name: string): Promise<ClientFlow> {
  return one(await workspace.flows(), name, 'flow', workspace);
}

export async function environmentNamed(workspace: Workspace, name: string): Promise<Environment> {
  return one(await workspace.environments(), name, 'environment', workspace);
}

export async function runConfigurationNamed(workspace: Workspace, name: string): Promise<RunConfiguration> {
  return one(await workspace.runConfigurations.all(), name, 'run', workspace);
}

export async function loadTestNamed(workspace: Workspace, name: string): Promise<SavedLoadTest> {
  return one(await workspace.loadTests.all(), name, 'load test', workspace);
}

/** Resolves with the active environment, or null. Rejects with an Error when its file is missing or broken. */
export async function activeEnvironment(workspace: Workspace): Promise<Environment | null> {
  const { activeEnvironment: active } = workspace.fields();
  if (active === null) return null;
  const found = (await workspace.environments()).find(({ id }) => id === active);
  if (found !== undefined) return found;
  const broken = errorsIn(workspace, 'environments');
  if (broken.length > 0) throw fileErrors(broken, workspace);
  throw new UserError(
    'NOT_FOUND',
    `workspace.yaml in ${workspace.folder} names the active environment ${JSON.stringify(active)}, which does not exist: correct it, or give --environment`,
  );
}

type Kind = 'collection' | 'environment' | 'flow' | 'run' | 'load test';

interface Named {
  readonly id: string;
  readonly name: string;
}

function one<T extends Named>(all: readonly T[], name: string, kind: Kind, workspace: Workspace): T {
  const found = all.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const exact = all.filter((each) => each.name === name);
  const same =
    exact.length > 0 ? exact : all.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  const [first, second] = same;
  if (first === undefined)
    throw new UserError('NOT_FOUND', missing(all, name, kind, workspace), { field: fieldOf(kind) });
  if (second === undefined) return first;
  throw new UserError(
    'INVALID_DATA',
    `there are ${same.length} ${kind}s called ${JSON.stringify(name)}: give the id of one, ${same.map(({ id }) => id).join(' or ')}`,
    { field: fieldOf(kind) },
  );
}

/** Returns the name of the folder and of the parameter that stand for a kind. */
function fieldOf(kind: Kind): string {
  return kind.replace(' ', '-');
}

function missing(all: readonly Named[], name: string, kind: Kind, workspace: Workspace): string {
  const names = all.map((each) => each.name);
  const similar = nearest(name, names);
  const hint = similar === null ? `; ${listOf(names, kind)}` : `; did you mean ${JSON.stringify(similar)}?`;
  // A broken file may be the one that was meant.
  const broken = errorsIn(workspace, `${fieldOf(kind)}s`);
  const errors = broken.length === 0 ? '' : `; ${fileErrors(broken, workspace).message}`;
  return `there is no ${kind} ${JSON.stringify(name)} in ${workspace.folder}${hint}${errors}`;
}

/** Names that an error lists. */
const MAX_LISTED = 10;

function listOf(names: readonly string[], kind: Kind): string {
  if (names.length === 0) return `there are no ${kind}s`;
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return `there are ${names
    .slice(0, MAX_LISTED)
    .map((name) => JSON.stringify(name))
    .join(', ')}${more}`;
}

function errorsIn({ problems }: Workspace, folder: string): readonly FileError[] {
  return problems.filter(({ file }) => file === folder || file.startsWith(`${folder}${sep}`));
}
