// How a command starts on Windows: the system itself finds only .exe and .com, while many programs, npm among them, are
// batch files, which need cmd.exe and its own quoting.
import { statSync } from 'node:fs';
import { win32 } from 'node:path';
import { valueOf } from './variables.ts';

export interface WindowsCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are quoted already, to be passed on as they are. */
  readonly isVerbatim: boolean;
}

/** Throws an Error when an argument cannot be handed to a batch file unchanged. */
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
    // Extensions on, for the trick with %; delayed expansion off, or ! would count; no AutoRun.
    args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`],
    isVerbatim: true,
  };
}

const EXTENSIONS = '.COM;.EXE;.BAT;.CMD';

/** Where Windows would look, in its order; not in the working directory, which may be a stranger's. */
function candidates(file: string, env: NodeJS.ProcessEnv): readonly string[] {
  const extensions = (valueOf(env, 'PATHEXT', 'win32') || EXTENSIONS).split(';').filter(Boolean);
  const extended = extensions.map((extension) => file + extension);
  const names = win32.extname(file) === '' ? extended : [file, ...extended];
  if (/[\\/:]/.test(file)) return names.map((name) => win32.resolve(name));
  const folders = (valueOf(env, 'PATH', 'win32') ?? '').split(';').filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => win32.join(folder.replaceAll('"', ''), name)));
}

/**
 * Quoted so that neither cmd.exe nor the program's own splitting changes it: as the C runtime does, but with a quote
 * doubled, and with a variable that expands to nothing behind each percent sign, so that no other is expanded there.
 */
function batchArgument(argument: string): string {
  if (/[\r\n\0]/.test(argument)) {
    throw new Error(`a batch file cannot be given an argument of several lines: ${JSON.stringify(argument)}`);
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
