// Draws the files of the icon into assets/icon/, which `proxyctl render-icon` copies. `node scripts/draw-icon.ts`
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { iconFiles } from './icon/index.ts';

const FOLDER = join(import.meta.dirname, '..', 'assets', 'icon');

mkdirSync(FOLDER, { recursive: true });
for (const [name, content] of iconFiles()) writeFileSync(join(FOLDER, name), content);
