// Another workspace for the app, and the folders of this machine to choose one in, or a file for a body.
import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { messageOf, ParameterError, UserError } from '../../../../base/errors.ts';
import { makeFolder } from '../../../../base/make-folder.ts';
import type { Channel } from '../../../channels/channel.ts';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { flag } from '../../fields.ts';

const PATH = 'a path of 1 to 4096 characters';
const MAX_ENTRIES = 5000;

const path = z.string(PATH).trim().min(1, PATH).max(4096, PATH);

/** Returns an absolute path; `~` is the home of the user, and a relative path starts in the workspace. */
function absolute(text: string, workspace: string): string {
  const expanded = text === '~' || /^~[/\\]/.test(text) ? join(homedir(), text.slice(1)) : text;
  return isAbsolute(expanded) ? resolve(expanded) : resolve(workspace, expanded);
}

export const openWorkspace = defineMethod({
  name: 'client.open_workspace',
  summary:
    'Opens another workspace in the app, for all windows and the next start; drafts of the former one stay',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    folder: path,
    creates: flag.default(false).describe('Creates a folder that is not there'),
    endsAll: flag.default(false).describe('Ends what goes on, such as open connections'),
  }),
  result: z.strictObject({ folder: z.string() }),
  async run(app: AppContext, { folder: given, creates, endsAll }) {
    const folder = absolute(given, (await app.workspace.open()).folder);
    await checkFolder(folder, creates);
    const going = app.channels.list().filter(({ state }) => state === 'open');
    if (going.length > 0 && !endsAll)
      throw new UserError('CONFLICT', `${countedText(going)} would end: give endsAll to end them`, {
        field: 'endsAll',
      });
    await app.openWorkspace(folder);
    return { folder };
  },
});

async function checkFolder(folder: string, creates: boolean): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found?.isDirectory() === true) return;
  if (found !== null) throw new ParameterError(`${folder} is a file: give a folder`, { field: 'folder' });
  if (!creates)
    throw new UserError('NOT_FOUND', `there is no folder ${folder}: create it, or give another`, {
      field: 'folder',
    });
  try {
    makeFolder(folder);
  } catch (error) {
    throw new UserError('INVALID_FILE', `${folder} cannot be created: ${messageOf(error)}`, {
      field: 'folder',
    });
  }
}

/** Returns how many of each kind go on: `2 connections and 1 run`. */
function countedText(channels: readonly Channel[]): string {
  const groups = [...Map.groupBy(channels, ({ kind }) => NAMES[kind])];
  const parts = groups.map(([name, list]) => `${list.length} ${name}${list.length === 1 ? '' : 's'}`);
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
}

const NAMES = {
  send: 'send',
  connection: 'connection',
  run: 'run',
  mock: 'mock server',
  'load test': 'load test',
  topics: 'listening broker',
} as const;

export const listFolder = defineMethod({
  name: 'client.list_folder',
  summary: 'Lists the folders and files in a folder of this machine; by default in that of the workspace',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ path: path.optional() }),
  result: z.strictObject({
    path: z.string().describe('Its absolute path'),
    parent: z.string().nullable().describe('The folder that has it; null for the outermost'),
    workspace: z.string().describe('The folder of the workspace'),
    folders: z.array(z.string()),
    files: z.array(z.string()),
    omitted: z.number().describe(`Entries beyond ${MAX_ENTRIES}`),
  }),
  async run(app: AppContext, { path: given = '.' }) {
    const { folder: workspace } = await app.workspace.open();
    const folder = absolute(given, workspace);
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      throw new UserError('NOT_FOUND', `${folder} cannot be listed: ${messageOf(error)}`, { field: 'path' });
    });
    const sorted = entries.toSorted((one, other) => one.name.localeCompare(other.name));
    const shown = sorted.slice(0, MAX_ENTRIES);
    const isFolder = await Promise.all(
      shown.map(async (entry) =>
        entry.isSymbolicLink()
          ? (await stat(join(folder, entry.name)).catch(() => null))?.isDirectory() === true
          : entry.isDirectory(),
      ),
    );
    const parent = dirname(folder);
    return {
      path: folder,
      parent: parent === folder ? null : parent,
      workspace,
      folders: shown.filter((_, at) => isFolder[at]).map(({ name }) => name),
      files: shown.filter((_, at) => isFolder[at] !== true).map(({ name }) => name),
      omitted: entries.length - shown.length,
    };
  },
});
