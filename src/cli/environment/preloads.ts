// Files that interpreters in a wrapped command load before a program, so that even libraries that ignore the proxy
// variables use the proxy. The files are in preload/; each explains itself.
import { readFile } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import type { RunFolder } from './run-folder.ts';
import type { Variables } from './variables.ts';

/** Returns the variables of Python and Ruby; `own` returns the user's own values. */
export async function preloadVariables(
  folder: RunFolder,
  own: (name: string) => string | undefined,
): Promise<Variables> {
  const python = await preload(folder, 'python-*/sitecustomize.py', PYTHON);
  const ruby = await preload(folder, 'ruby-*/proxyctl_loopback.rb', RUBY);
  return {
    PYTHONPATH: prepended(dirname(python), own('PYTHONPATH')),
    RUBYLIB: prepended(dirname(ruby), own('RUBYLIB')),
    // The name without its path, because Ruby splits the variable at spaces.
    RUBYOPT: withOption(own('RUBYOPT'), '-rproxyctl_loopback'),
  };
}

/** Resolves with the path of the file that PHP runs before scripts. */
export function phpPreload(folder: RunFolder): Promise<string> {
  return preload(folder, 'streams-*.php', PHP);
}

const PYTHON = new URL('./preload/sitecustomize.py', import.meta.url);
const RUBY = new URL('./preload/proxyctl_loopback.rb', import.meta.url);
const PHP = new URL('./preload/streams.php', import.meta.url);

async function preload(folder: RunFolder, name: string, source: URL): Promise<string> {
  return folder.file(name, await readFile(source, 'utf8'));
}

/** A run within a run finds its own entry there. */
function prepended(entry: string, list: string | undefined): string {
  const others = (list ?? '').split(delimiter).filter((other) => other !== '' && other !== entry);
  return [entry, ...others].join(delimiter);
}

function withOption(options: string | undefined, option: string): string {
  if (options === undefined || options.trim() === '') return option;
  return options.split(/\s+/).includes(option) ? options : `${options} ${option}`;
}
