// The process that started this one: of an MCP server, its client.
import { readFileSync } from 'node:fs';
import { isLaunched } from '../launcher-channel.ts';

/** Returns its id, past the launcher, whose streams are those of this process. Throws where that cannot be told. */
export function clientId(): number {
  return isLaunched() ? parentOf(process.ppid) : process.ppid;
}

/** Returns the process in the form in which apps are identified; null where that cannot be told. */
export function clientProcess(): string | null {
  try {
    const id = clientId();
    return process.platform === 'linux' ? `${id}@${startOf(id)}` : String(id);
  } catch {
    return null;
  }
}

function parentOf(id: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]);
}

/** Field 22. The name, in parentheses, may contain anything (proc_pid_stat(5)). */
function startOf(id: number): string {
  const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
