// `schema`: prints the JSON Schema of a kind of file, or lists the kinds.
import { readFileSync } from 'node:fs';
import { didYouMean } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import { FILE_KINDS, schemaFileName } from './kinds.ts';

export function printSchema(kind: string | undefined): number {
  process.stdout.write(kind === undefined ? kindLines() : schemaText(kind));
  return 0;
}

function kindLines(): string {
  const lines = FILE_KINDS.map(({ name, title, files }) => `${name.padEnd(12)}${title.padEnd(26)}${files}`);
  return `${lines.join('\n')}\n`;
}

/** Returns the schema of a kind, as it is published. Throws a UserError for another name. */
export function schemaText(kind: string): string {
  const names = FILE_KINDS.map(({ name }) => name as string);
  if (!names.includes(kind))
    throw new UserError('NOT_FOUND', `${kind} is not a kind of file: ${didYouMean(kind, names)}`);
  return readFileSync(new URL(`../../../schemas/${schemaFileName(kind)}`, import.meta.url), 'utf8');
}
