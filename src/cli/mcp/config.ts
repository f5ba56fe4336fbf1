// `proxyctl mcp config`: prints the configuration with which an assistant starts the server, or merges it into the
// assistant's file.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { didYouMean } from '../../base/did-you-mean.ts';
import { fileErrorMessage, messageOf, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { SERVER_NAME } from '../../mcp/server-name.ts';
import {
  assistantPrograms,
  rendered,
  serverCommand,
  systemFolders,
  type AssistantProgram,
  type ServerCommand,
} from './client-configs.ts';

export interface ConfigFlags {
  readonly port?: string | undefined;
  readonly workspace?: string | undefined;
  readonly toolsets?: string | undefined;
  readonly write?: true | undefined;
}

/** Prints the configuration for an assistant, or writes it with `--write`. Throws a UserError that names the file. */
export async function configureAssistant(id: string | undefined, flags: ConfigFlags): Promise<number> {
  if (id === undefined) {
    for (const { id: name, title, isOfProject } of assistantPrograms)
      process.stdout.write(`${name.padEnd(16)}${title}${isOfProject === true ? ' (this project)' : ''}\n`);
    return 0;
  }
  const program = programOf(id);
  const server = serverCommand(optionsOf(flags));
  const file = program.file(systemFolders());
  if (flags.write === true) {
    const backup = await write(program, server, file);
    process.stdout.write(
      `${file} names ${SERVER_NAME} now${backup === null ? '' : `; its copy is ${backup}`}\n`,
    );
    return 0;
  }
  process.stdout.write(`${rendered(program, server)}\n`);
  process.stderr.write(`For ${program.title}, in ${file}; --write merges it into the file\n`);
  return 0;
}

/** Returns the assistant of this name. Throws a UserError that names others. */
export function programOf(id: string): AssistantProgram {
  const found = assistantPrograms.find((each) => each.id === id);
  if (found !== undefined) return found;
  const names = assistantPrograms.map((each) => each.id);
  throw new UserError('INVALID_PARAMETER', `${id} is no assistant that is known: ${didYouMean(id, names)}`);
}

function optionsOf({ port, workspace, toolsets }: ConfigFlags): readonly string[] {
  return [
    ...(port === undefined ? [] : ['--port', port]),
    ...(workspace === undefined ? [] : ['--workspace', resolve(workspace)]),
    ...(toolsets === undefined ? [] : ['--toolsets', toolsets]),
  ];
}

/** Returns the path of the copy of the former file; null where there was none. */
async function write(program: AssistantProgram, server: ServerCommand, file: string): Promise<string | null> {
  const before = existsSync(file) ? readText(file) : null;
  const text = before === null ? `${rendered(program, server)}\n` : merged(program, server, file, before);
  if (text === before) return null;
  makeFolder(dirname(file));
  const backup = `${file}.before-${SERVER_NAME}`;
  if (before !== null) await copyFile(file, backup);
  await replaceFile(file, text, before === null ? 0o600 : statSync(file).mode & 0o777);
  return before === null ? null : backup;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError('INVALID_FILE', `${file}: ${fileErrorMessage(error)}`, { cause: error });
  }
}

function merged(program: AssistantProgram, server: ServerCommand, file: string, text: string): string {
  const { key, format, entry } = program;
  if (format === 'toml') {
    if (new RegExp(`^\\s*\\[${key}\\.(?:"${SERVER_NAME}"|${SERVER_NAME})\\]`, 'm').test(text))
      throw new UserError('CONFLICT', `${file} has ${key}.${SERVER_NAME} already: change it there`);
    return `${text.trimEnd()}\n\n${rendered(program, server)}\n`;
  }
  const known = parsedFile(file, text);
  const servers = known[key] ?? {};
  if (!isObject(servers)) throw new UserError('INVALID_FILE', `${file}: ${key} is not an object`);
  return `${JSON.stringify({ ...known, [key]: { ...servers, [SERVER_NAME]: entry(server) } }, null, 2)}\n`;
}

function parsedFile(file: string, text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new UserError(
      'INVALID_FILE',
      `${file} is not plain JSON, and its comments would be lost: add the printed part by hand (${messageOf(error)})`,
      { cause: error },
    );
  }
  if (isObject(value)) return value;
  throw new UserError('INVALID_FILE', `${file} does not hold a JSON object`);
}
