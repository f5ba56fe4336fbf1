// Processes of this machine.
import { readFile } from 'node:fs/promises';
import { hasProcess } from '../../base/has-process.ts';

/**
 * True while the process runs; false for a zombie, which has ended but whose parent has not collected its exit status.
 */
export async function isAlive(pid: number): Promise<boolean> {
  if (!hasProcess(pid)) return false;
  // The state follows the name, which is in parentheses and may contain anything (proc_pid_stat(5)).
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
