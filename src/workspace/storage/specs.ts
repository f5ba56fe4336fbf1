// API descriptions as they were imported, each with a note about the collection that was created from it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../base/replace-file.ts';
import { readObject, writeObject } from './object-file.ts';
import { createSafeFolder, refuseLink } from './safe-path.ts';
import { uniqueSlug, comparableName, slugOf } from './slug.ts';

export const specLink = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The id of the collection; null for none. */
  collectionId: z.string().nullable().default(null),
});

const LINK_SUFFIX = '.link.yaml';

/** Saves a description, over the one of the same collection if there is any. JSON is valid YAML, so one suffix suffices. */
export async function saveSpec(
  folder: string,
  {
    name,
    text,
    collectionId,
  }: { readonly name: string; readonly text: string; readonly collectionId: string },
): Promise<void> {
  await createSafeFolder(folder);
  const known = await specOf(folder, collectionId);
  if (known !== null) {
    refuseLink(known);
    await replaceFile(known, text, 0o644);
    return;
  }
  const taken = new Set(
    (await readdir(folder)).map((file) => comparableName(file.replace(/(?:\.link)?\.yaml$/, ''))),
  );
  const slug = uniqueSlug(slugOf(name), (each) => taken.has(comparableName(each)));
  await replaceFile(join(folder, `${slug}.yaml`), text, 0o644);
  await writeObject(join(folder, `${slug}${LINK_SUFFIX}`), specLink, {
    id: crypto.randomUUID(),
    name,
    collectionId,
  });
}

/** Returns the path of the description that a collection was created from; null when there is none. */
async function specOf(folder: string, collectionId: string): Promise<string | null> {
  const links = (await readdir(folder)).filter((file) => file.endsWith(LINK_SUFFIX));
  const found = links.find((file) => {
    const link = readObject(join(folder, file), specLink, () => undefined);
    return link !== null && link.collectionId === collectionId;
  });
  return found === undefined ? null : join(folder, `${found.slice(0, -LINK_SUFFIX.length)}.yaml`);
}
