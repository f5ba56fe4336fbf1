// A network namespace with a copy of /etc, in which a test may use any port and change how names are resolved.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missing } from './need.ts';

const AS_ROOT = process.getuid?.() === 0;
/** Processes have a namespace of their own, too: none outlives the test. */
const UNSHARE = [AS_ROOT ? '-nmpf' : '-Urnmpf', '--mount-proc', '--kill-child'];

/** True when this machine cannot make such namespaces. */
export function lacksNamespaces(...programs: readonly string[]): boolean {
  if (missing('unshare', 'ip', 'mount', ...programs)) return true;
  return spawnSync('unshare', [...UNSHARE, 'ip', 'link', 'set', 'lo', 'up']).status !== 0;
}

/** Address of other machines inside: it is no loopback address, and everything on it is answered by the test. */
export const OTHER_MACHINE = '10.9.9.9';

const SET_UP = `
set -e
ip link set lo up
ip addr add ${OTHER_MACHINE}/32 dev lo
cp -a /etc "$1/etc"
mount --bind "$1/etc" /etc
rm -f /etc/resolv.conf
printf 'nameserver ${OTHER_MACHINE}\\n' > /etc/resolv.conf
printf '127.0.0.1 localhost\\n::1 localhost\\n' > /etc/hosts
shift
exec "$@"
`;

/**
 * Runs a module of the tests inside, which gets the path of a temporary folder and `args`; returns what it prints, as
 * JSON.
 */
export function inNamespace(module: URL, ...args: readonly string[]): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-namespace-'));
  try {
    const command = ['sh', '-c', SET_UP, 'sh', folder, process.execPath, module.pathname, folder, ...args];
    const text = execFileSync('unshare', [...UNSHARE, ...command], {
      encoding: 'utf8',
      timeout: 120_000,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return JSON.parse(text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
