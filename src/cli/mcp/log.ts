// `proxyctl mcp log`: lists the assistants' calls.
import { dataFolder } from '../../base/data-folder.ts';
import { duration, printable } from '../../base/printable.ts';
import { AuditLog, type AuditEntry } from '../../mcp/trust/audit-log.ts';
import { count } from '../options.ts';
import { printJson } from '../traffic-client.ts';

/** Prints the newest entries, one line each. */
export async function printLog(limit: string, isJson: boolean): Promise<number> {
  const entries = (await new AuditLog(dataFolder()).entries()).slice(-count('--limit', limit));
  if (isJson) printJson(entries);
  else process.stdout.write(entries.map((entry) => `${line(entry)}\n`).join(''));
  return 0;
}

const MAX_PARAMS = 120;

function line({
  id,
  time,
  client,
  tool,
  params,
  outcome,
  error,
  durationMs,
  undo,
  undoes,
}: AuditEntry): string {
  const given =
    params === '{}' ? '' : ` ${params.length > MAX_PARAMS ? `${params.slice(0, MAX_PARAMS)}…` : params}`;
  const result = outcome === 'ok' ? 'ok' : `${outcome}: ${error}`;
  const taken = undoes === undefined ? '' : ` (takes back ${undoes})`;
  return printable(
    `${time.slice(0, 19).replace('T', ' ')} ${id} ${client === '' ? '-' : client}: ${tool}${given} → ${result}, ${duration(durationMs)}${undo ? ', can be undone' : ''}${taken}`,
  );
}
