// `spec sync`: updates the collection of an API description, from a new version or from the stored one.
import { stat } from 'node:fs/promises';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { specText } from '../../collections/storage/specs.ts';
import { importContent } from '../../interchange/import/index.ts';
import { specNamed } from '../../specs/named.ts';
import { previewSync, syncSpec, type SyncChange } from '../../specs/sync.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { readSpec } from './import.ts';

interface SyncFlags {
  readonly dryRun?: boolean | undefined;
  readonly leaveOut?: readonly string[] | undefined;
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
  const version = isFile ? await readSpec(source) : null;
  const name = isFile ? (flags.spec ?? null) : source;
  if (flags.dryRun === true) return preview(workspace, name, version);
  const leftOut = new Set(flags.leaveOut);
  const { changes, collection, warnings } = await syncSpec(workspace, name, version, leftOut);
  for (const change of changes) process.stdout.write(`${lineOf(change)}\n`);
  for (const warning of warnings)
    process.stderr.write(`warning: ${printable(source)}: ${printable(warning)}\n`);
  process.stderr.write(`${printable(collection.name)}: ${summaryOf(changes)}\n`);
  return 0;
}

/** Prints what would change, with the ids by which it can be left out. */
async function preview(workspace: Workspace, name: string | null, version: Imported | null): Promise<number> {
  const title = name ?? version?.specs[0]?.name ?? '';
  const spec = await specNamed(workspace, title, name === null);
  const imported = version ?? importContent(Buffer.from(specText(spec)), spec.path);
  const [theirs] = imported.collections;
  if (theirs === undefined)
    throw new UserError('INVALID_DATA', `${spec.name} is not an OpenAPI or Swagger description`);
  const { changes, collection } = await previewSync(workspace, spec, theirs);
  for (const change of changes) {
    process.stdout.write(`${lineOf(change)}  ${change.id}\n`);
    for (const { mark, what } of change.differences) process.stdout.write(`    ${mark} ${printable(what)}\n`);
  }
  process.stderr.write(`${printable(collection.name)}: ${summaryOf(changes)}; nothing was written\n`);
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
