// Programs that requests may start. The user allows each program once, and it is remembered by its content. A
// workspace may come from anybody, so nothing in a workspace can grant permission.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { dataFolder } from '../../base/data-folder.ts';
import { systemCode, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { AllowProgram, Program } from '../../requests/protocols/contract.ts';

/** Asks the user to allow a program, given its description. */
export type AskProgram = (description: string) => Promise<boolean>;

/**
 * Returns a function that checks a program. Without `ask` only remembered programs are allowed. Allowed programs are
 * remembered in the data folder.
 */
export function allowProgram(ask: AskProgram | null = null): AllowProgram {
  // Questions are asked one after another: each program is asked about once, and no two questions meet on a terminal.
  let last: Promise<unknown> = Promise.resolve();
  return (program) => {
    const decided = last.then(() => checkAllowed(program, ask));
    last = decided.catch(() => undefined);
    return decided;
  };
}

async function checkAllowed(program: Program, ask: AskProgram | null): Promise<void> {
  const file = join(dataFolder(), 'programs.json');
  const known = await remembered(file);
  const fingerprint = await fingerprintOf(program);
  if (known.includes(fingerprint)) return;
  // Values may be secret, and errors end up in reports.
  const description = descriptionOf(program, () => '…');
  if (ask === null)
    throw new UserError(
      'UNSUPPORTED',
      `it starts the program ${description}, which nobody has allowed: look at it, and if you trust it run the request once with proxyctl send --trust-programs; it is asked about again when it changes`,
    );
  if (!(await ask(descriptionOf(program, (value) => value))))
    throw new UserError('UNSUPPORTED', `the program ${description} is not started: you said no`);
  await replaceFile(file, `${JSON.stringify([...known, fingerprint], null, 2)}\n`);
}

async function remembered(file: string): Promise<readonly string[]> {
  try {
    const known: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(known)) return known.filter((each) => typeof each === 'string');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
  }
  throw new UserError(
    'INVALID_FILE',
    `${file} is not a list of allowed programs: remove it, and allow them again`,
  );
}

/** Covers the command line, its variables and folder, and the content of the files that the command line names. */
async function fingerprintOf({ command, args, own, folder }: Program): Promise<string> {
  const hash = createHash('sha256');
  const sorted = Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1));
  hash.update(JSON.stringify([command, args, sorted, folder]));
  for (const word of [command, ...args]) {
    const path = resolve(folder, word);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() === true) hash.update(`\0${path}\0${await hashOf(path)}`);
  }
  return hash.digest('hex');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

function descriptionOf({ command, args, own, folder }: Program, shown: (value: string) => string): string {
  const variables = Object.entries(own).map(([name, value]) => `${name}=${shown(value)}`);
  const words = [...variables, command, ...args];
  return `${printable(words.map(quoted).join(' '))} (in ${printable(folder)})`;
}

function quoted(word: string): string {
  return /^[\w./:=@%+,…-]+$/.test(word) ? word : JSON.stringify(word);
}
