// Takes back a change listed in the log, and records that in the log too.
import { UserError } from '../base/errors.ts';
import type { ProxyLink } from './proxy-link.ts';
import { restoreFiles } from './trust/file-changes.ts';
import { SecretMasks } from './trust/masks.ts';
import { auditEntry, type AuditEntry, type AuditLog } from './trust/audit-log.ts';

export interface TakeBackParts {
  readonly log: AuditLog;
  readonly proxy: Pick<ProxyLink, 'rpc'>;
  /** The name of whoever takes it back. */
  readonly client: string;
}

/**
 * Takes back the change. Rejects with a UserError when there is nothing to take back, or when it was already taken
 * back.
 */
export async function takeBack(entry: AuditEntry, { log, proxy, client }: TakeBackParts): Promise<void> {
  const { id, tool } = entry;
  if (!entry.undo) throw new UserError('CONFLICT', await whyNot(entry));
  const earlier = (await log.entries()).find(({ undoes }) => undoes === id);
  if (earlier !== undefined)
    throw new UserError('CONFLICT', `${tool} (${id}) was taken back at ${earlier.time.slice(0, 19)}`);
  const undo = await log.undoOf(id);
  if (undo === null)
    throw new UserError('CONFLICT', `${tool} (${id}) is too long ago: what takes it back is no longer kept`);
  const startedAt = Date.now();
  if ('files' in undo) await restoreFiles(undo.folder, undo.files);
  else for (const { method, params } of undo.calls) await proxy.rpc(method, params);
  const [by, params] =
    'files' in undo
      ? ['restore files', { files: undo.files.map(({ path }) => path) }]
      : [undo.calls.map(({ method }) => method).join(', '), new SecretMasks().hide(undo)];
  const call = { client, tool: by, params, startedAt, undoes: id };
  await log.add(auditEntry({ ...call, outcome: 'ok', error: '' }));
}

async function whyNot({ id, tool }: AuditEntry): Promise<string> {
  const { tools } = await import('./tools/index.ts');
  const undo = tools.find(({ name }) => name === tool)?.undo ?? null;
  return undo === null || typeof undo === 'function'
    ? `${tool} (${id}) changed nothing that can be taken back`
    : `${tool} (${id}) cannot be taken back: ${undo.never}`;
}
