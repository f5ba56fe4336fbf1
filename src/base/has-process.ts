// Looks for processes of this machine by their ids.
import { systemCode } from './errors.ts';

/** True while a process has this id, also one of another user, and a zombie. */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
