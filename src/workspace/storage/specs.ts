// Descriptions of APIs, kept as they were imported, each with a note on what was made of it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../base/replace-file.ts';
import { writeObject } from './object-file.ts';
import { ownFolder } from './safe-path.ts';
import { freeSlug, sameName, slugOf } from './slug.ts';

export const specLink = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The collection that was made of it; null for none. */
  collectionId: z.string().nullable().default(null),
});

/** JSON is YAML as well, so that one suffix does for both. */
export async function addSpec(
  folder: string,
  {
    name,
    text,
    collectionId,
  }: { readonly name: string; readonly text: string; readonly collectionId: string },
): Promise<void> {
  await ownFolder(folder);
  const taken = new Set(
    (await readdir(folder)).map((file) => sameName(file.replace(/(?:\.link)?\.yaml$/, ''))),
  );
  const slug = freeSlug(slugOf(name), (each) => taken.has(sameName(each)));
  await replaceFile(join(folder, `${slug}.yaml`), text, 0o644);
  await writeObject(join(folder, `${slug}.link.yaml`), specLink, {
    id: crypto.randomUUID(),
    name,
    collectionId,
  });
}
