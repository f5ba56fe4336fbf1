// The program itself: its version, its data folder, and newer versions when the user asks for them.
import { z } from 'zod';
import { UserError } from '../../../base/errors.ts';
import { folderSize } from '../../../base/folder-size.ts';
import { version } from '../../../base/product.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

export const about = defineMethod({
  name: 'ui.about',
  summary: 'Returns the versions of the program and of Node.js, and the data folder with its size',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({
    version: z.string(),
    node: z.string(),
    dataFolder: z.string(),
    /** The size of its files. */
    dataBytes: z.number(),
  }),
  async run({ home }) {
    return { version, node: process.versions.node, dataFolder: home, dataBytes: await folderSize(home) };
  },
});

export const openDataFolder = defineMethod({
  name: 'ui.open_data_folder',
  summary: 'Shows the data folder in the file manager',
  effect: 'write',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({ opened: z.boolean() }),
  async run({ desktop, home }) {
    const opened = desktop !== null && (await desktop.openFolder(home));
    if (!opened)
      throw new UserError('UNAVAILABLE', `no file manager can be shown; the data folder is ${home}`);
    return { opened };
  },
});

export const newestVersion = defineMethod({
  name: 'ui.newest_version',
  summary: 'Asks the npm registry for the newest version',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.strictObject({ version: z.string(), isNewer: z.boolean() }),
  run({ desktop }) {
    if (desktop === null) throw new UserError('UNSUPPORTED', 'this app cannot ask for newer versions');
    return desktop.newestVersion();
  },
});
