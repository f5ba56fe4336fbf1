// API descriptions as they were imported, each with a note about the collection that was created from it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../base/replace-file.ts';
import { writeObject } from './object-file.ts';
import { createSafeFolder } from './safe-path.ts';
import { uniqueSlug, comparableName, slugOf } from './slug.ts';

export const specLink = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The id of the collection; null for none. */
  collectionId: z.string().nullable().default(null),
});

/** Saves a description. JSON is valid YAML, so one suffix suffices. */
export async function saveSpec(
  folder: string,
  {
    name,
    text,
    collectionId,
  }: { readonly name: string; readonly text: string; readonly collectionId: string },
): Promise<void> {
  await createSafeFolder(folder);
  const taken = new Set(
    (await readdir(folder)).map((file) => comparableName(file.replace(/(?:\.link)?\.yaml$/, ''))),
  );
  const slug = uniqueSlug(slugOf(name), (each) => taken.has(comparableName(each)));
  await replaceFile(join(folder, `${slug}.yaml`), text, 0o644);
  await writeObject(join(folder, `${slug}.link.yaml`), specLink, {
    id: crypto.randomUUID(),
    name,
    collectionId,
  });
}
