// The trust store of the Java whose `keytool` is on the PATH. It is installed for all users, so changing it needs a
// password, or on Windows an administrator's terminal.
import { addToJava, JAVA_STORE, type Command } from '../../base/trust-places.ts';
import type { CommandResult } from '../commands.ts';
import {
  administratorChange,
  holdsRoot,
  type Machine,
  type Root,
  type TrustChange,
  type TrustStore,
} from './store.ts';

/** Returns no store where no Java is installed. */
export async function javaStores(root: Root, machine: Machine): Promise<readonly TrustStore[]> {
  const { platform, run } = machine;
  const list = ['-list', ...JAVA_STORE, '-rfc'];
  // Java is slow to start, so the command that shows whether it exists also serves the first look.
  let listed: CommandResult | null = await run('keytool', list);
  if (listed.isMissing) return [];
  const change = (commands: readonly Command[]): TrustChange =>
    administratorChange(
      platform === 'win32' ? commands : commands.map((words): Command => ['sudo', ...words]),
      machine,
    );
  return [
    {
      name: 'Java',
      tool: 'keytool',
      add: change(addToJava(root.path)),
      async look() {
        const { code, stdout } = listed ?? (await run('keytool', list));
        listed = null;
        if (code !== 0) return { isTrusted: null, places: [] };
        const aliases = aliasesOf(stdout, root);
        return {
          isTrusted: aliases.length > 0,
          places: aliases.map((alias) => ({
            where: `its entry ${alias}`,
            remove: change([['keytool', '-delete', ...JAVA_STORE, '-alias', alias]]),
          })),
        };
      },
    },
  ];
}

/** Returns the entries with the certificate, whatever they are called. */
function aliasesOf(listed: string, root: Root): readonly string[] {
  return listed
    .split(/^Alias name: /m)
    .slice(1)
    .filter((entry) => holdsRoot(entry, root))
    .map((entry) => entry.split(/\r?\n/, 1)[0]!.trim());
}
