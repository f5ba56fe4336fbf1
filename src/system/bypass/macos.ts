// macOS: `lsof` lists connections with their processes, and `ps` lists the programs of the processes.
import { friendlyName, psPaths } from '../apps/macos.ts';
import type { RunProgram } from '../commands.ts';
import { QUIC_PORT, WEB_PORTS, type Connections } from './connections.ts';

export async function macosConnections(proxyPort: number, run: RunProgram): Promise<Connections> {
  const ports = [...WEB_PORTS, proxyPort].join(',');
  const selection = [`-iTCP:${ports}`, `-iUDP:${QUIC_PORT}`, '-sTCP:ESTABLISHED,LISTEN'];
  const files = lsofFiles((await run('/usr/sbin/lsof', ['-nPw', ...selection, '-FpPn'])).stdout);
  const proxies = files.filter(
    ({ protocol, port, localPort }) => protocol === 'tcp' && port === 0 && localPort === proxyPort,
  );
  const opened = files.filter(
    ({ protocol, port }) =>
      port !== 0 && (protocol === 'udp' ? port === QUIC_PORT : WEB_PORTS.has(port) || port === proxyPort),
  );
  const pids = [...new Set(opened.map(({ pid }) => pid))];
  const programs =
    pids.length === 0
      ? new Map<string, string>()
      : psPaths((await run('/bin/ps', ['-ww', '-o', 'pid=,comm=', '-p', pids.join(',')])).stdout);
  return {
    opened: opened.map(({ pid, protocol, address, port }) => ({
      pid,
      app: friendlyName(programs.get(String(pid)) ?? ''),
      protocol,
      address,
      port,
      // The environment of other processes is not shown.
      hasVariable: null,
    })),
    proxies: new Set(proxies.map(({ pid }) => pid)),
  };
}

export interface SocketFile {
  readonly pid: number;
  readonly protocol: 'tcp' | 'udp';
  /** The other end; the port is 0 without one. */
  readonly address: string;
  readonly port: number;
  readonly localPort: number;
}

/** Parses the output of `lsof -FpPn`: a line `p<pid>`, then for each file `f…`, `P<protocol>` and `n<ends>`. */
export function lsofFiles(output: string): readonly SocketFile[] {
  const files: SocketFile[] = [];
  let pid = 0;
  let protocol: 'tcp' | 'udp' = 'tcp';
  for (const line of output.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    if (line.startsWith('P')) protocol = line === 'PUDP' ? 'udp' : 'tcp';
    if (!line.startsWith('n')) continue;
    const [local = '', remote = ''] = line.slice(1).split('->');
    const [, address = '', port = '0'] = /^\[?(.*?)\]?:(\d+)$/.exec(remote) ?? [];
    const localPort = Number(/:(\d+)$/.exec(local)?.[1] ?? 0);
    files.push({ pid, protocol, address, port: Number(port), localPort });
  }
  return files;
}
