// The guard of the system proxy settings: its start by the app, and the action of its command.
import { dataFolder } from '../../base/data-folder.ts';
import { guard, wouldRestore } from '../../system/system-proxy/guard.ts';
import { startDetached } from '../detached.ts';
import { count, portNumber } from '../options.ts';

/**
 * Starts the guard, which outlives this process. If the guard fails, the next start of the app restores the settings.
 */
export function startGuard(port: number): void {
  startDetached(['proxy-guard', '--pid', String(process.pid), '--port', String(port)]);
}

export interface GuardFlags {
  readonly pid: string;
  readonly port: string;
  readonly dryRun?: true | undefined;
}

/** Guards the settings. Resolves with the exit code when there is nothing left to guard. */
export async function runGuard({ pid, port, dryRun }: GuardFlags): Promise<number> {
  const guarded = { home: dataFolder(), pid: count('--pid', pid), port: portNumber('--port', port) };
  if (dryRun === true) {
    const settings = await wouldRestore(guarded);
    if (settings.length === 0) process.stdout.write('nothing to restore\n');
    for (const { key, previous } of settings)
      process.stdout.write(previous === null ? `remove ${key}\n` : `set ${key} to ${previous}\n`);
    return 0;
  }
  // The guard must survive a closed terminal, and an interrupt that is meant for the app.
  for (const signal of ['SIGHUP', 'SIGINT'] as const) process.on(signal, () => undefined);
  if (await guard(guarded)) process.stderr.write('restored the proxy settings of the system\n');
  return 0;
}
