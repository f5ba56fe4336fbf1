// API descriptions as imported, each with a note about the collection created from it.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { systemCode, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { readObject, readText, writeObject, type FileError } from './object-file.ts';
import { createSafeFolder, isLink, LINKS_NOT_FOLLOWED, refuseLink } from './safe-path.ts';
import { uniqueSlug, comparableName, slugOf } from './slug.ts';

export const specLink = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** The id of the collection; null for none. */
  collectionId: z.string().nullable().default(null),
});

/** A description in the workspace. */
export interface StoredSpec extends z.output<typeof specLink> {
  /** Absolute path of the document. */
  readonly path: string;
}

export const LINK_SUFFIX = '.link.yaml';
/** The file of ignored differences and violations of a description. */
export const IGNORE_SUFFIX = '.ignore.yaml';
/** JSON is valid YAML, so one suffix suffices. */
const SUFFIX = '.yaml';

/** Resolves with all descriptions, sorted by name. One that was put into the folder by hand has no collection. */
export async function readSpecs(
  folder: string,
  onError: (error: FileError) => void,
): Promise<readonly StoredSpec[]> {
  if (isLink(folder)) {
    onError({ file: folder, line: 0, reason: LINKS_NOT_FOLLOWED });
    return [];
  }
  const names = (await filesIn(folder)).filter(
    (name) =>
      name.endsWith(SUFFIX) &&
      !name.endsWith(LINK_SUFFIX) &&
      !name.endsWith(IGNORE_SUFFIX) &&
      !name.startsWith('.'),
  );
  return names
    .map((file): StoredSpec => {
      const slug = file.slice(0, -SUFFIX.length);
      const link = readObject(join(folder, `${slug}${LINK_SUFFIX}`), specLink, onError);
      const path = join(folder, file);
      return link === null ? { id: slug, name: slug, collectionId: null, path } : { ...link, path };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Returns the path of the note about a description. */
export function specLinkPath({ path }: Pick<StoredSpec, 'path'>): string {
  return `${path.slice(0, -SUFFIX.length)}${LINK_SUFFIX}`;
}

/** Returns the text of a document. Throws a UserError when it cannot be read. */
export function specText({ path }: Pick<StoredSpec, 'path'>): string {
  const text = readText(path, ({ reason }) => {
    throw new UserError('INVALID_FILE', `${path} cannot be read: ${reason}`);
  });
  if (text === null) throw new UserError('NOT_FOUND', `${path} is not there any more`);
  return text;
}

interface SpecFields {
  readonly name: string;
  readonly text: string;
  readonly collectionId: string | null;
}

export async function addSpec(folder: string, fields: SpecFields): Promise<StoredSpec> {
  await createSafeFolder(folder);
  const taken = new Set(
    (await readdir(folder)).map((file) => comparableName(file.replace(/(?:\.link)?\.yaml$/, ''))),
  );
  const slug = uniqueSlug(slugOf(fields.name), (each) => taken.has(comparableName(each)));
  const path = join(folder, `${slug}${SUFFIX}`);
  return writeSpec({ id: crypto.randomUUID(), path }, fields);
}

/** Writes the files of a description that have changed. */
export async function writeSpec(
  { id, path }: Pick<StoredSpec, 'id' | 'path'>,
  { name, text, collectionId }: SpecFields,
): Promise<StoredSpec> {
  refuseLink(path);
  const link = { id, name, collectionId };
  if (!existsSync(path) || specText({ ...link, path }) !== text) await replaceFile(path, text, 0o644);
  await writeObject(specLinkPath({ path }), specLink, link);
  return { ...link, path };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}
