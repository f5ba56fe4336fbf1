// The name and version of the program, as shown in `status`, in recordings and on the command line.
import { readFileSync } from 'node:fs';

export const productName = 'Traffic Proxy';

/** The version in package.json, e.g. `0.1.0`. */
export const version = versionOf(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

function versionOf(packageJson: string): string {
  const { version } = JSON.parse(packageJson) as { readonly version: string };
  return version;
}
