// Resolves a command on Windows. The system itself finds only .exe and .com files, but many programs, such as npm,
// are batch files. These need cmd.exe and its own quoting.
import { statSync } from 'node:fs';
import { win32 } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { valueOf } from '../environment/variables.ts';

export interface WindowsCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True when the arguments are quoted already and must be passed on as they are. */
  readonly isVerbatim: boolean;
}

/** Resolves the command. Throws a UserError when an argument cannot be passed to a batch file unchanged. */
export function windowsCommand(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  isFile: (path: string) => boolean = isExistingFile,
): WindowsCommand {
  const found = candidates(file, env).find(isFile);
  if (found === undefined || !/\.(cmd|bat)$/i.test(found)) return { file, args, isVerbatim: false };
  const line = [`"${found}"`, ...args.map(batchArgument)].join(' ');
  return {
    file: valueOf(env, 'ComSpec', 'win32') ?? 'cmd.exe',
    // Extensions are on because of how they treat %. Delayed expansion is off, because it would make ! special. AutoRun
    // is off.
    args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`],
    isVerbatim: true,
  };
}

const EXTENSIONS = '.COM;.EXE;.BAT;.CMD';

/**
 * Yields the paths that Windows would try, in order, except in the working directory, which may belong to a stranger.
 */
function candidates(file: string, env: NodeJS.ProcessEnv): readonly string[] {
  const extensions = (valueOf(env, 'PATHEXT', 'win32') || EXTENSIONS).split(';').filter(Boolean);
  const extended = extensions.map((extension) => file + extension);
  const names = win32.extname(file) === '' ? extended : [file, ...extended];
  if (/[\\/:]/.test(file)) return names.map((name) => win32.resolve(name));
  const folders = (valueOf(env, 'PATH', 'win32') ?? '').split(';').filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => win32.join(folder.replaceAll('"', ''), name)));
}

/**
 * Quotes an argument so that neither cmd.exe nor the program's own parser changes it: as for the C runtime, but with
 * quotes doubled, and with a variable that expands to nothing after each percent sign, so that nothing else is expanded
 * there.
 */
function batchArgument(argument: string): string {
  if (/[\r\n\0]/.test(argument)) {
    throw new UserError(
      'INVALID_DATA',
      `a batch file cannot be given an argument of several lines: ${JSON.stringify(argument)}`,
    );
  }
  if (NEEDS_NO_QUOTES.test(argument) && !argument.endsWith('\\')) return argument;
  const escaped = argument.replace(/(\\*)"/g, '$1$1""').replaceAll('%', '%%cd:~,%');
  return `"${escaped.replace(/\\+$/, '$&$&')}"`;
}

const NEEDS_NO_QUOTES = /^[\w#$*+\-./:?@\\\u00a0-\uffff]+$/;

function isExistingFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
