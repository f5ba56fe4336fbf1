// `proxyctl mcp undo ID`: takes back a change that an assistant made.
import { dataFolder } from '../../base/data-folder.ts';
import { UserError } from '../../base/errors.ts';
import { ProxyLink } from '../../mcp/proxy-link.ts';
import { AuditLog } from '../../mcp/trust/audit-log.ts';
import { takeBack } from '../../mcp/take-back.ts';
import { portNumber } from '../options.ts';

/**
 * Takes back a call. Throws a UserError for an id that is not in the log, and for a change that cannot be taken back.
 */
export async function undoCall(id: string, port: string | undefined): Promise<number> {
  const home = dataFolder();
  const log = new AuditLog(home);
  const entry = (await log.entries()).findLast((each) => each.id === id);
  if (entry === undefined)
    throw new UserError('NOT_FOUND', `There is no entry ${id}: "proxyctl mcp log" lists them`);
  const asked = port === undefined ? null : portNumber('--port', port);
  const proxy = new ProxyLink(home, asked, (text) => process.stderr.write(`${text}\n`));
  await takeBack(entry, { log, proxy, client: 'proxyctl mcp undo' });
  process.stdout.write(`${entry.tool} of ${entry.time.slice(0, 19).replace('T', ' ')} is taken back\n`);
  return 0;
}
