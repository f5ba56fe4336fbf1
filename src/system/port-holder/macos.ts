// macOS: `lsof` names the process that listens.
import { commandOutput } from '../apps/command-output.ts';
import type { PortHolder } from './holder.ts';

/** Returns the holder; null without one, or when its process belongs to another user. */
export async function macosHolder(port: number): Promise<PortHolder | null> {
  return lsofHolder(await commandOutput('/usr/sbin/lsof', ['-nPw', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc']));
}

/** Parses the output of `lsof -Fpc`: lines `p<pid>` and `c<command>`. */
export function lsofHolder(output: string): PortHolder | null {
  const [, pid] = /^p(\d+)$/m.exec(output) ?? [];
  const [, name = null] = /^c(.+)$/m.exec(output) ?? [];
  return pid === undefined ? null : { pid: Number(pid), name };
}
