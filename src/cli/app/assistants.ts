// The assistants page of the app: the log of the assistant server, and the programs that can start it.
import type { AssistantCall, AssistantProgram, Assistants } from '../../session/methods/context.ts';
import { UserError } from '../../base/errors.ts';
import { AuditLog, type AuditEntry } from '../../mcp/trust/audit-log.ts';
import { takeBack } from '../../mcp/take-back.ts';
import { assistantPrograms, rendered, serverCommand, systemFolders } from '../mcp/client-configs.ts';

/** Runs a method of the app. */
export type RunMethod = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Lists the known assistants. `home` is the data folder. */
export function knownAssistants(home: string, rpc: RunMethod): Assistants {
  const log = new AuditLog(home);
  return {
    programs: () => programTexts(),
    async calls(limit) {
      const entries = await log.entries();
      const undone = new Set(entries.map(({ undoes }) => undoes));
      return entries
        .slice(-limit)
        .reverse()
        .map((entry) => callOf(entry, undone));
    },
    async undo(id) {
      const entry = (await log.entries()).findLast((each) => each.id === id);
      if (entry === undefined) throw new UserError('NOT_FOUND', `There is no call ${id} in the log`);
      await takeBack(entry, { log, proxy: { rpc }, client: 'the web UI' });
    },
  };
}

function programTexts(): readonly AssistantProgram[] {
  const server = serverCommand([]);
  // Only the user knows which project it is, so its files are named relative to it.
  const folders = { ...systemFolders(), project: '' };
  return assistantPrograms.map((program) => ({
    id: program.id,
    title: program.title,
    file: program.file(folders),
    isOfProject: program.isOfProject === true,
    config: rendered(program, server),
    command: `proxyctl mcp config ${program.id} --write`,
  }));
}

function callOf(entry: AuditEntry, undone: ReadonlySet<string | undefined>): AssistantCall {
  const { id, time, client, tool, params, outcome, error, durationMs } = entry;
  const undo = !entry.undo ? 'none' : undone.has(id) ? 'done' : 'possible';
  return { id, time, client, tool, params, outcome, error, durationMs, undo };
}
