// Linux: the app's menu entry names its icon. The icon is a file, or it is in the hicolor theme, which every desktop
// has (Icon Theme Specification 0.13), or in the folder `pixmaps`.
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { fresh } from '../../base/fresh-value.ts';
import { dataFolders, desktopEntries } from '../apps/desktop-entries.ts';
import { isPng, MAX_ICON_BYTES, type AppIcon, type IconSearch } from './contract.ts';

/** The sizes nearest to the one that is shown first; lists show 16 pixels, at twice the density on some screens. */
const SIZES = [
  '48x48',
  '32x32',
  '64x64',
  '96x96',
  '128x128',
  '256x256',
  'scalable',
  '24x24',
  '22x22',
  '16x16',
  '512x512',
];

/** Milliseconds for which the menu is not read again. */
const KEPT_MS = 30_000;

export function linuxIcons(env: NodeJS.ProcessEnv = process.env): IconSearch {
  const folders = dataFolders(env);
  const menu = fresh(KEPT_MS, () => Promise.resolve(desktopEntries(folders)));
  return async (app) => {
    const wanted = app.toLowerCase();
    const entries = await menu.get(null);
    const entry =
      entries.find(({ name }) => name.toLowerCase() === wanted) ??
      entries.find(({ program }) => basename(program).toLowerCase() === wanted);
    if (entry === undefined) return null;
    for (const path of placesOf(entry.icon, folders, env)) {
      const icon = await readIcon(path);
      if (icon !== null) return icon;
    }
    return null;
  };
}

function placesOf(icon: string, folders: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  if (isAbsolute(icon)) return [icon];
  // Some name a theme file with its extension.
  const name = icon.replace(/\.(?:png|svg|xpm)$/, '');
  if (!/^[\w.+-]{1,200}$/.test(name)) return [];
  const themes = [
    join(env['HOME'] ?? homedir(), '.icons'),
    ...folders.map((folder) => join(folder, 'icons')),
  ];
  return [
    ...SIZES.flatMap((size) => themes.map((theme) => join(theme, 'hicolor', size, 'apps', name))),
    ...folders.map((folder) => join(folder, 'pixmaps', name)),
  ].flatMap((path) => [`${path}.png`, `${path}.svg`]);
}

/** Returns the icon in a PNG or SVG file; null for other types, and for files that are too large or missing. */
async function readIcon(path: string): Promise<AppIcon | null> {
  try {
    await using file = await open(path, 'r');
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > MAX_ICON_BYTES) return null;
    const bytes = await file.readFile();
    if (isPng(bytes)) return { type: 'image/png', bytes };
    return path.endsWith('.svg') && bytes.includes('<svg') ? { type: 'image/svg+xml', bytes } : null;
  } catch {
    return null;
  }
}
