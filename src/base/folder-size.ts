// The size of a folder.
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the bytes of the files in a folder and below. Links are not followed; what goes meanwhile counts 0. */
export async function folderSize(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) bytes += await folderSize(inner);
    else if (entry.isFile()) bytes += await fileSize(inner);
  }
  return bytes;
}

function fileSize(path: string): Promise<number> {
  return lstat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
