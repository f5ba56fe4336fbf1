// Asks the npm registry for the newest version, for `proxyctl update-check` and the settings of the app. Nothing else
// contacts the registry.
import { UserError } from '../base/errors.ts';
import { isExecutable } from '../base/own-command.ts';
import { productName, releasesPage, version } from '../base/product.ts';
import type { NewestVersion } from '../session/methods/context.ts';
import { failureOf, runProgram, type CommandResult } from '../system/commands.ts';

/** Prints the newest version and how to install it. */
export async function updateCheck(): Promise<number> {
  const { version: newest, isNewer: isUpdate } = await newestVersion();
  const sentence = isUpdate
    ? `${productName} ${newest} is available, this is ${version}: ${installation(newest)}`
    : `${productName} ${version} is the newest version`;
  process.stdout.write(`${sentence}\n`);
  return 0;
}

/** Says how this installation gets another version: the executable is a file of its release. */
function installation(newest: string): string {
  return isExecutable ? `download it from ${releasesPage}` : `npm install -g proxyctl@${newest}`;
}

/** Asks the registry. Rejects with a UserError that says why it did not answer. */
export async function newestVersion(): Promise<NewestVersion> {
  const result = await askNpm();
  const newest = result.stdout.trim();
  if (result.isMissing)
    throw new UserError(
      'UNAVAILABLE',
      `the newest version is not known, since npm is not installed: ${releasesPage} lists all`,
    );
  if (result.code !== 0 || !/^\d+\.\d+\.\d+/.test(newest))
    throw new UserError('UNAVAILABLE', `the newest version is not known: ${failureOf('npm', result)}`);
  return { version: newest, isNewer: isNewer(newest, version) };
}

/** npm knows the registry and the proxy that the user has configured. */
function askNpm(): Promise<CommandResult> {
  const args = ['view', 'proxyctl', 'version'];
  // On Windows npm is a batch file, which only the command interpreter can start.
  return process.platform === 'win32'
    ? runProgram('cmd.exe', ['/d', '/s', '/c', ['npm', ...args].join(' ')])
    : runProgram('npm', args);
}

/** Returns true for a newer version. It compares the numbers, and ignores everything after a hyphen. */
export function isNewer(one: string, other: string): boolean {
  const numbers = (text: string): readonly number[] => (text.split('-')[0] ?? '').split('.').map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((number, index) => number !== right[index]);
  return at >= 0 && left[at]! > (right[at] ?? 0);
}
