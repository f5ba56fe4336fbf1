// The name and version of the program, as shown in `status`, in recordings and on the command line.
import { readFileSync } from 'node:fs';

export const productName = 'Traffic Proxy';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
  readonly repository: string;
};

/** The version in package.json, e.g. `0.1.0`. */
export const version = manifest.version;

/** The page with all releases. */
export const releasesPage = `https://github.com/${manifest.repository.replace('github:', '')}/releases`;
