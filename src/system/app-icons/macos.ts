// macOS: the bundle of the app names an ICNS file, which holds pictures as PNG.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runProgram, type RunProgram } from '../commands.ts';
import { isPng, MAX_ICON_BYTES, type AppIcon, type IconSearch } from './contract.ts';

export interface MacSystem {
  readonly run: RunProgram;
  readonly read: (path: string) => Promise<Buffer>;
  readonly home: string;
}

const THIS_MAC: MacSystem = { run: runProgram, read: (path) => readFile(path), home: homedir() };

export function macosIcons({ run, read, home }: MacSystem = THIS_MAC): IconSearch {
  return async (app) => {
    if (!/^[^./\0][^/\0]{0,199}$/.test(app)) return null;
    const folders = [
      '/Applications',
      join(home, 'Applications'),
      '/System/Applications',
      '/System/Applications/Utilities',
      '/Applications/Utilities',
    ];
    for (const folder of folders) {
      const contents = join(folder, `${app}.app`, 'Contents');
      const args = ['-extract', 'CFBundleIconFile', 'raw', '-o', '-', join(contents, 'Info.plist')];
      const { code, stdout } = await run('/usr/bin/plutil', args);
      const name = stdout.trim();
      if (code !== 0 || name === '' || name.includes('/')) continue;
      const file = name.endsWith('.icns') ? name : `${name}.icns`;
      return pictureIn(await read(join(contents, 'Resources', file)));
    }
    return null;
  };
}

/** Types of blocks that hold a PNG, those with the most suitable size first: 64, 32, 128, 256 and 512 pixels. */
const PNG_TYPES = ['ic12', 'ic11', 'icp6', 'icp5', 'ic07', 'ic13', 'ic08', 'ic14', 'ic09'];

/**
 * Returns a picture of an ICNS file; null without a PNG. The file is a block of blocks, each with a type and a length.
 */
export function pictureIn(file: Buffer): AppIcon | null {
  if (file.toString('latin1', 0, 4) !== 'icns') return null;
  const icons = new Map<string, Buffer>();
  let at = 8;
  while (at + 8 <= file.length) {
    const length = file.readUInt32BE(at + 4);
    if (length < 8) break;
    const bytes = file.subarray(at + 8, at + length);
    if (isPng(bytes) && bytes.length <= MAX_ICON_BYTES) icons.set(file.toString('latin1', at, at + 4), bytes);
    at += length;
  }
  const bytes = PNG_TYPES.map((type) => icons.get(type)).find((one) => one !== undefined);
  return bytes === undefined ? null : { type: 'image/png', bytes };
}
