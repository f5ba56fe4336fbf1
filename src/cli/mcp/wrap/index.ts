// `proxyctl mcp wrap`: lets an assistant start its servers through `run --mcp`, so that their messages are seen, and takes
// that back.
import { copyFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { didYouMean } from '../../../base/did-you-mean.ts';
import { fileErrorMessage, messageOf, UserError } from '../../../base/errors.ts';
import { printable } from '../../../base/printable.ts';
import { replaceFile } from '../../../base/replace-file.ts';
import { hostOf } from '../../pipe/server-name.ts';
import { configuredCommand, systemFolders, type AssistantProgram } from '../client-configs.ts';
import { programOf } from '../config.ts';
import {
  edited,
  prepended,
  shortened,
  type ConfiguredServer,
  type Edit,
  type StdioServer,
} from './contract.ts';
import { jsonServers } from './json-servers.ts';
import { tomlServers } from './toml-servers.ts';

export interface WrapFlags {
  readonly server?: string | undefined;
  readonly undo?: true | undefined;
  readonly dryRun?: true | undefined;
  /** True for the servers of all projects, where the assistant has those of one project beside. */
  readonly user?: true | undefined;
}

/** Wraps the servers of an assistant, or takes that back. Throws a UserError that names the file. */
export async function wrapServers(id: string, flags: WrapFlags): Promise<number> {
  const program = programOf(id);
  const file = fileOf(program, flags.user === true);
  const before = readText(file, program);
  const servers = chosen(serversOf(program, file, before), flags.server, file);
  const after = flags.undo === true ? unwrapped(program, file, before, servers) : wrapped(before, servers);
  for (const line of notes(servers, flags.undo === true)) say(line);
  if (after === before) {
    say(`${file} stays as it is`);
    return 0;
  }
  serversOf(program, file, after);
  process.stdout.write(difference(file, before, after));
  if (flags.dryRun === true) return 0;
  const backup = backupOf(file);
  const mode = statSync(file).mode & 0o777;
  if (flags.undo !== true && !isBackupOf(program, backup, before)) copyFileSync(file, backup);
  await replaceFile(file, after, mode);
  if (flags.undo === true && wrappedNames(program, file, after).length === 0) rmSync(backup, { force: true });
  say(
    flags.undo === true ? `${file} is as it was` : `Restart ${program.title}; the former file is ${backup}`,
  );
  return 0;
}

function fileOf({ title, file, userFile, isOfProject }: AssistantProgram, isUser: boolean): string {
  // Others have one file, which is that of the user.
  const chosen = isUser && isOfProject === true ? userFile : file;
  if (chosen !== undefined) return chosen(systemFolders());
  throw new UserError('INVALID_PARAMETER', `${title} has servers of projects only: leave --user out`);
}

function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/** Returns the changed lines alone: those around them may hold secrets. */
function difference(file: string, before: string, after: string): string {
  const patch = createTwoFilesPatch(file, file, before, after, '', '', { context: 0 });
  return patch.split('\n').map(printable).join('\n');
}

function backupOf(file: string): string {
  return `${file}.before-proxyctl-wrap`;
}

function readText(file: string, { title }: AssistantProgram): string {
  if (!existsSync(file)) throw new UserError('NOT_FOUND', `${title} has no file ${file}`);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError('INVALID_FILE', `${file}: ${fileErrorMessage(error)}`, { cause: error });
  }
}

function serversOf(
  { format, key }: AssistantProgram,
  file: string,
  text: string,
): readonly ConfiguredServer[] {
  try {
    return format === 'json' ? jsonServers(text, key) : tomlServers(text, key);
  } catch (error) {
    throw new UserError('INVALID_FILE', `${file} is left as it is: ${messageOf(error)}`, { cause: error });
  }
}

function chosen(
  servers: readonly ConfiguredServer[],
  name: string | undefined,
  file: string,
): readonly ConfiguredServer[] {
  if (servers.length === 0) throw new UserError('NOT_FOUND', `${file} names no MCP servers`);
  if (name === undefined) return servers;
  const found = servers.filter((server) => server.name === name);
  if (found.length > 0) return found;
  const names = servers.map((server) => server.name);
  throw new UserError('INVALID_PARAMETER', `${file} has no server ${name}: ${didYouMean(name, names)}`);
}

/** The words between our program and the command of a server: `run --mcp NAME --`. */
const RUN = ['run', '--mcp'];

function wrapped(text: string, servers: readonly ConfiguredServer[]): string {
  const { command, args } = configuredCommand();
  const edits = servers.flatMap((server): readonly Edit[] => {
    if (server.type !== 'stdio' || isOwn(server) || wrappedAt(server) !== null) return [];
    return prepended(server, command, [...args, ...RUN, hostOf(server.name), '--', server.command], text);
  });
  return edited(text, edits);
}

/** Returns the file as it was before, to the byte where only `wrap` has changed it since. */
function unwrapped(
  program: AssistantProgram,
  file: string,
  text: string,
  servers: readonly ConfiguredServer[],
): string {
  const former = formerText(backupOf(file));
  const names = wrappedNames(program, file, text);
  if (former !== null && isWrapOf(program, former, text, file)) {
    const undone = new Set(servers.map(({ name }) => name));
    const others = names.filter((name) => !undone.has(name));
    return wrapped(former, named(serversOf(program, file, former), others));
  }
  const edits = servers.flatMap((server): readonly Edit[] => {
    const at = server.type === 'stdio' ? wrappedAt(server) : null;
    if (server.type !== 'stdio' || at === null) return [];
    return shortened(server, server.args[at] ?? '', at + 1, text);
  });
  return edited(text, edits);
}

/** True when `text` is what `wrap` makes of `former`, of all its servers or of some. */
function isWrapOf(program: AssistantProgram, former: string, text: string, file: string): boolean {
  const servers = named(serversOf(program, file, former), wrappedNames(program, file, text));
  return wrapped(former, servers) === text;
}

function wrappedNames(program: AssistantProgram, file: string, text: string): readonly string[] {
  return serversOf(program, file, text).flatMap((server) =>
    server.type === 'stdio' && wrappedAt(server) !== null ? server.name : [],
  );
}

function named(servers: readonly ConfiguredServer[], names: readonly string[]): readonly ConfiguredServer[] {
  return servers.filter(({ name }) => names.includes(name));
}

function formerText(backup: string): string | null {
  return existsSync(backup) ? readFileSync(backup, 'utf8') : null;
}

/** True when the copy is still that of this file: it has wrapped servers, or is the same. */
function isBackupOf(program: AssistantProgram, backup: string, text: string): boolean {
  const former = formerText(backup);
  return former !== null && (former === text || isWrapOf(program, former, text, backup));
}

/** Returns the index of the argument that is the command of a wrapped server; null for another server. */
function wrappedAt({ command, args }: StdioServer): number | null {
  const at = args.indexOf('--');
  if (at < 0 || at === args.length - 1) return null;
  const words = args.slice(0, at);
  const isRun = words.at(-3) === RUN[0] && words.at(-2) === RUN[1];
  const program = words.length === RUN.length + 1 ? command : (words[0] ?? '');
  return isRun && words.length <= RUN.length + 2 && isThisProgram(program) ? at + 1 : null;
}

function isThisProgram(command: string): boolean {
  return /^proxyctl(?:\.js|\.cmd|\.exe)?$/.test(basename(command.replaceAll('\\', '/')));
}

/** True for the server of this program: what it does is in its own log. */
function isOwn({ command, args }: StdioServer): boolean {
  return [command, args[0] ?? ''].some(isThisProgram) && args.includes('mcp') && !args.includes('--');
}

function notes(servers: readonly ConfiguredServer[], isUndo: boolean): readonly string[] {
  if (isUndo) return [];
  return servers.flatMap((server) => {
    if (server.type === 'url')
      return `${server.name} has a URL, ${server.url}: its messages are HTTP, which is captured when the assistant runs through the proxy (proxyctl setup, or proxyctl run --ssl HOST -- ASSISTANT)`;
    if (server.type === 'unknown')
      return `${server.name} is written in a way that is not known: put "proxyctl run --mcp ${hostOf(server.name)} --" before its command by hand`;
    if (isOwn(server)) return `${server.name} is this program: "proxyctl mcp log" lists what was called`;
    return wrappedAt(server) === null ? [] : `${server.name} is wrapped already`;
  });
}
