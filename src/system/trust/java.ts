// The trust store of the Java that `keytool` on the PATH belongs to. It is installed for all users, so changing it needs
// a password, except on Windows, where it needs a terminal of the administrator.
import type { RunProgram } from '../commands.ts';
import { holdsRoot, NICKNAME, type Root, type TrustStore } from './store.ts';

/** Java requires a password; everybody knows it. */
const PASSWORD = ['-storepass', 'changeit'] as const;

/** Returns no store where no Java is installed. */
export async function javaStores(
  root: Root,
  platform: NodeJS.Platform,
  run: RunProgram,
): Promise<readonly TrustStore[]> {
  const list = ['-list', '-cacerts', ...PASSWORD, '-alias', NICKNAME, '-rfc'];
  const listed = await run('keytool', list);
  if (listed.isMissing) return [];
  const keytool = (...args: readonly string[]): TrustStore['add'] => ({
    commands: [platform === 'win32' ? ['keytool', ...args] : ['sudo', 'keytool', ...args]],
    needsPassword: true,
  });
  const named = ['-cacerts', ...PASSWORD, '-alias', NICKNAME];
  return [
    {
      name: 'Java',
      async isTrusted() {
        const { code, stdout } = await run('keytool', list);
        return code === null ? null : holdsRoot(stdout, root);
      },
      add: keytool('-importcert', '-noprompt', ...named, '-file', root.path),
      remove: keytool('-delete', ...named),
    },
  ];
}
