// The output of `bypass-scan`: each program with its distinct connections.
import { formatAuthority } from '../codec/http1/target.ts';
import { printable } from '../base/printable.ts';
import { bypassingApps, type BypassingApp } from '../system/bypass/index.ts';

/** Prints the programs that bypass the proxy. Resolves with the exit code. */
export async function printBypassing(proxyPort: number): Promise<number> {
  const apps = await bypassingApps(proxyPort);
  const lines = apps.length === 0 ? ['no app connects to the web directly'] : apps.flatMap(linesOf);
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function linesOf({ app, connections }: BypassingApp): readonly string[] {
  const name = app === null ? 'processes that may not be inspected' : printable(app);
  const counts = new Map<string, number>();
  for (const { address, port, protocol, reason } of connections) {
    const line = `  ${formatAuthority(address, port)} ${protocol}: ${reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const processes = [...new Set(connections.map(({ process }) => process))].filter((pid) => pid !== 0);
  const where = processes.length === 0 ? '' : ` (process ${processes.join(', ')})`;
  return [
    `${name}${where}`,
    ...Array.from(counts, ([line, count]) => (count > 1 ? `${line} ×${count}` : line)),
  ];
}
