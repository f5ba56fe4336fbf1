// The guard of the system proxy settings: how the app starts it, and what the command does.
import { spawn } from 'node:child_process';
import { dataFolder } from '../../base/data-folder.ts';
import { guard, wouldRestore } from '../../system/system-proxy/guard.ts';
import { count, portNumber } from '../options.ts';

/** Starts the guard of this process, which outlives it. */
export function startGuard(home: string, port: number): void {
  const args = [process.argv[1] ?? '', 'proxy-guard', '--pid', String(process.pid), '--port', String(port)];
  const child = spawn(process.execPath, args, {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: home,
    env: { ...process.env, PROXYCTL_HOME: home },
  });
  // Without a guard, the next start of the app restores the settings.
  child.on('error', () => undefined);
  child.unref();
}

export interface GuardFlags {
  readonly pid: string;
  readonly port: string;
  readonly dryRun?: true | undefined;
}

/** Resolves with the exit code when there is nothing left to guard. */
export async function runGuard({ pid, port, dryRun }: GuardFlags): Promise<number> {
  const guarded = { home: dataFolder(), pid: count('--pid', pid), port: portNumber('--port', port) };
  if (dryRun === true) {
    const settings = await wouldRestore(guarded);
    if (settings.length === 0) process.stdout.write('nothing to restore\n');
    for (const { key, previous } of settings)
      process.stdout.write(previous === null ? `remove ${key}\n` : `set ${key} to ${previous}\n`);
    return 0;
  }
  // A terminal that is closed, or an interrupt that is meant for the app, must not end it.
  for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, () => undefined);
  if (await guard(guarded)) process.stderr.write('restored the proxy settings of the system\n');
  return 0;
}
