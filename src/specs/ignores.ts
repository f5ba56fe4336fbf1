// Ignored differences and violations of an API description: a file beside it, in Git like the description,
// that the command line and the window read.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf, systemCode, UserError } from '../base/errors.ts';
import { plainSchemaError } from '../base/plain-schema-error.ts';
import { replaceFile } from '../base/replace-file.ts';
import { matchesWildcard } from '../base/wildcard.ts';
import { refuseLink } from '../collections/storage/safe-path.ts';
import { IGNORE_SUFFIX } from '../collections/storage/specs.ts';
import { parseYaml, writeYaml } from '../documents/yaml.ts';

const text = z.string().min(1).max(2000);
const entry = z.strictObject({
  /** Such as `GET /pets`; absent for all operations. */
  operation: text.optional(),
  /** The sentence, in which `*` stands for any text. */
  what: text,
  comment: z.string().max(2000).optional(),
});
const file = z.strictObject({ ignore: z.array(entry).max(1000).default([]) });

export type Ignored = z.output<typeof entry>;

/** Returns the path of the file beside a description: `pets.ignore.yaml` for `pets.yaml`. */
export function ignoresPath(spec: string): string {
  return `${spec.replace(/\.[^./\\]+$/, '')}${IGNORE_SUFFIX}`;
}

/** Returns what is ignored of a description; nothing without the file. Throws a UserError that says what is wrong in it. */
export function readIgnores(spec: string): readonly Ignored[] {
  return readIgnoreFile(ignoresPath(spec)) ?? [];
}

/** Returns null where there is no such file. */
export function readIgnoreFile(path: string): readonly Ignored[] | null {
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(systemCode(error))) return null;
    throw new UserError('INVALID_FILE', `${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    const parsed = file.safeParse(parseYaml(content) ?? {});
    if (parsed.success) return parsed.data.ignore;
    const { path: where, reason } = plainSchemaError(parsed.error.issues);
    throw new Error(`${where.join('.')} ${reason}`.trim());
  } catch (error) {
    throw new UserError('INVALID_FILE', `${path}: ${messageOf(error)}`, { cause: error });
  }
}

/** Returns the entry by which a difference or a violation is ignored; null for one that counts. */
export function ignoredBy(ignores: readonly Ignored[], operation: string, what: string): Ignored | null {
  const fits = (each: Ignored): boolean =>
    (each.operation === undefined || each.operation === operation) && matchesWildcard(each.what, what);
  return ignores.find(fits) ?? null;
}

/** Adds an entry in place of one about the same, or removes it. Rejects with a UserError for a file that is wrong. */
export async function changeIgnores(spec: string, changed: Ignored, isIgnored: boolean): Promise<void> {
  const path = ignoresPath(spec);
  const others = readIgnores(spec).filter(
    ({ operation, what }) => operation !== changed.operation || what !== changed.what,
  );
  refuseLink(path);
  await replaceFile(path, writeYaml({ ignore: isIgnored ? [...others, changed] : others }), 0o644);
}

/** Returns a sentence for all of a kind: names, numbers and positions become stars. */
export function kindOf(what: string): string {
  return what
    .replace(/(\bnot documented): .*/s, '$1*')
    .replace(/\bbody[/\w.*~-]*/g, 'body*')
    .replace(/(\bparameter|\bheader|\bproperty|\bfield) \S+/g, '$1 *')
    .replace(/"[^"]*"/g, '"*"')
    .replace(/\b\d+\b/g, '*')
    .replace(/\*+/g, '*');
}
