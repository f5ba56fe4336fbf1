// Programs that requests may start. The user allows each program once, and it is remembered by its content. A
// workspace may come from anybody, so nothing in a workspace can grant permission.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { AllowProgram, Program } from '../../requests/protocols/contract.ts';
import { rememberedPrograms, rememberProgram } from './program-list.ts';

/** Asks the user to allow a program, given its description. */
export type AskProgram = (description: string) => Promise<boolean>;

/** A program that somebody is to decide about. */
export interface AskedProgram {
  /** SHA-256 in lower-case hexadecimal, of the command line, its variables and folder, and the files that it names. */
  readonly fingerprint: string;
  /** The command line with the names of its variables, and its folder. */
  readonly description: string;
}

/** A program that would be started, which nobody has allowed. */
export class UnallowedProgram extends UserError {
  readonly program: AskedProgram;

  constructor(program: AskedProgram) {
    super(
      'UNSUPPORTED',
      `it starts the program ${program.description}, which nobody has allowed: look at it, and if you trust it run the request once with proxyctl send --trust-programs, or send it in the window of the app; it is asked about again when it changes`,
    );
    this.program = program;
  }
}

/** Returns the program that nobody has allowed among the causes of an error; null without one. */
export function unallowedIn(error: unknown): AskedProgram | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof UnallowedProgram) return cause.program;
  return null;
}

interface AllowOptions {
  /** Without it only remembered programs are allowed. */
  readonly ask?: AskProgram | null;
  /** The fingerprint of a program that is allowed this once, and not remembered. */
  readonly once?: string | undefined;
}

/** Returns a function that checks a program. Those that the user allows are remembered in the data folder. */
export function allowProgram({ ask = null, once }: AllowOptions = {}): AllowProgram {
  // Questions are asked one after another: each program is asked about once, and no two questions meet on a terminal.
  let last: Promise<unknown> = Promise.resolve();
  return (program) => {
    const decided = last.then(() => checkAllowed(program, ask, once));
    last = decided.catch(() => undefined);
    return decided;
  };
}

async function checkAllowed(program: Program, ask: AskProgram | null, once?: string): Promise<void> {
  const fingerprint = await fingerprintOf(program);
  if (fingerprint === once || (await rememberedPrograms()).some((each) => each.fingerprint === fingerprint))
    return;
  // Values may be secret, and errors end up in reports.
  const asked = { fingerprint, description: descriptionOf(program, () => '…') };
  if (ask === null) throw new UnallowedProgram(asked);
  if (!(await ask(descriptionOf(program, (value) => value))))
    throw new UserError('UNSUPPORTED', `the program ${asked.description} is not started: you said no`);
  await rememberProgram(asked);
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
