// `spec sync`: updates the collection of an API description, from a new version or from the stored one.
import { stat } from 'node:fs/promises';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { syncSpec, type SyncChange } from '../../specs/sync.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { readSpec } from './import.ts';

interface SyncFlags {
  readonly spec?: string | undefined;
  readonly workspace?: string | undefined;
}

const MARKS = { added: '+', updated: '~', removed: '-' } as const;

/** Updates the collection. `source` is a file, or the name or id of a description in the workspace. */
export async function syncFromCommandLine(source: string, flags: SyncFlags): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const isFile = await stat(source).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile && /\.(?:ya?ml|json)$/i.test(source))
    throw new UserError('NOT_FOUND', `${source}: there is no such file`);
  if (!isFile && flags.spec !== undefined)
    throw new UserError('INVALID_PARAMETER', `--spec goes with a file, and there is none called ${source}`);
  const { changes, collection, warnings } = isFile
    ? await syncSpec(workspace, flags.spec ?? null, await readSpec(source))
    : await syncSpec(workspace, source);
  for (const change of changes) process.stdout.write(`${lineOf(change)}\n`);
  for (const warning of warnings)
    process.stderr.write(`warning: ${printable(source)}: ${printable(warning)}\n`);
  process.stderr.write(`${printable(collection.name)}: ${summaryOf(changes)}\n`);
  return 0;
}

function lineOf({ type, folders, method, name }: SyncChange): string {
  return `${MARKS[type]} ${printable(method)} ${printable([...folders, name].join(' / '))}`;
}

function summaryOf(changes: readonly SyncChange[]): string {
  if (changes.length === 0) return 'no request has changed';
  const count = (type: SyncChange['type']): number => changes.filter((each) => each.type === type).length;
  const removed = count('removed');
  const trash = removed === 0 ? '' : ' (in .trash)';
  return `${count('added')} added, ${count('updated')} updated, ${removed} removed${trash}`;
}
