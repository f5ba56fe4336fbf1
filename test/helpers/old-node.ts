// A Node that is too old for proxyctl, to test the launcher.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';

/** Node's path and the arguments before the script. */
export type NodeCommand = readonly [executable: string, ...args: readonly string[]];

/**
 * Returns the first Node on the PATH that is too old, otherwise the present one pretending to be Node 20,
 * which takes the same path through the launcher.
 */
export function oldNode(): NodeCommand {
  const installed = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes(`node_modules${sep}.bin`))
    .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((path) => existsSync(path) && majorOf(path) < 24);
  return installed === undefined ? [process.execPath, '--import', pretend] : [installed];
}

const pretend =
  'data:text/javascript,' +
  "Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})";

function majorOf(node: string): number {
  try {
    return Number.parseInt(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10);
  } catch {
    return Number.NaN;
  }
}
