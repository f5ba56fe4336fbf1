// Tells whether standard input is for this process alone. A shell that reads its commands from a pipe, or a loop over the
// lines of one, shares it with the programs that it starts: what is read ahead would be missing there.
import { spawnSync } from 'node:child_process';
import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { clientId } from './client-process.ts';

const INPUT = 0;
const SHELLS = /^-?(?:ba|da|z|k|fi|c|tc|a)?sh$|^(?:make|gmake|npm|npx|env|time|timeout|xargs)$/;

/** Returns false where it is shared, and where that cannot be told. */
export function isInputOwn(): boolean {
  try {
    if (process.platform === 'linux') return !isReadBy(clientId());
    // Programs on Node.js give their children a socket, shells a pipe.
    return process.platform === 'darwin' && fstatSync(INPUT).isSocket() && !SHELLS.test(parentName());
  } catch {
    return false;
  }
}

/** Returns true when a process has our standard input open for reading. */
function isReadBy(pid: number): boolean {
  const own = readlinkSync(`/proc/self/fd/${INPUT}`);
  return readdirSync(`/proc/${pid}/fd`).some(
    (descriptor) => linkOf(pid, descriptor) === own && isReading(pid, descriptor),
  );
}

function linkOf(pid: number, descriptor: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  } catch {
    // It has been closed meanwhile.
    return '';
  }
}

const ACCESS = 0o3;
const WRITE_ONLY = 1;

function isReading(pid: number, descriptor: string): boolean {
  const info = readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8');
  return (Number.parseInt(/^flags:\s*(\d+)/m.exec(info)?.[1] ?? '0', 8) & ACCESS) !== WRITE_ONLY;
}

function parentName(): string {
  const { stdout } = spawnSync('ps', ['-o', 'comm=', '-p', String(process.ppid)], { encoding: 'utf8' });
  return basename(stdout.trim());
}
