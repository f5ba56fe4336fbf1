// `spec diff`: prints the changes between two versions of an API description, breaking changes first.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { Repository } from '../../collections/git/repository.ts';
import { isApiDocument } from '../../documents/openapi/document.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { readContent } from '../../interchange/import/content.ts';
import { compareSpecs, type SpecChange } from '../../specs/diff/index.ts';

/** Prints the changes. Resolves with 1 when there is a breaking change, unless `allowBreaking` is set. */
export async function diffFromCommandLine(
  before: string,
  after: string,
  {
    allowBreaking = false,
    json = false,
  }: { readonly allowBreaking?: boolean | undefined; readonly json?: boolean | undefined },
): Promise<number> {
  const { changes } = compareSpecs(await described(before), await described(after));
  const breaking = changes.filter((change) => change.breaking);
  const others = changes
    .filter((change) => !change.breaking)
    .sort((one, other) => Number(other.warning) - Number(one.warning));
  if (json) process.stdout.write(`${JSON.stringify(changes, null, 2)}\n`);
  else for (const change of [...breaking, ...others]) process.stdout.write(`${lineOf(change)}\n`);
  process.stderr.write(
    `${counted(breaking.length, 'breaking change')}, ${counted(others.length, 'other')}\n`,
  );
  return breaking.length > 0 && !allowBreaking ? 1 : 0;
}

async function described(file: string): Promise<JsonObject> {
  try {
    const document = readContent(await bytesOf(file), file).value();
    if (isApiDocument(document)) return document;
  } catch (error) {
    const reason = systemCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
    throw new UserError('INVALID_DATA', `${file}: ${reason}`, { cause: error });
  }
  throw new UserError('INVALID_DATA', `${file}: it is not an OpenAPI or Swagger description`);
}

/** Reads a file, or one in a commit: `v1.0:openapi.yaml`. */
async function bytesOf(file: string): Promise<Buffer> {
  const [, revision, path] = /^([^:\\]{2,}):(.+)$/.exec(file) ?? [];
  if (revision === undefined || path === undefined || existsSync(file)) return readFile(file);
  const text = (await new Repository(process.cwd()).committedTexts([path], revision)).get(path);
  if (text !== undefined) return Buffer.from(text);
  throw new Error(`${revision} does not have ${path}`);
}

function lineOf({ breaking, warning, operation, what }: SpecChange): string {
  const severity = breaking ? 'breaking' : warning ? 'warning ' : 'other   ';
  return `${severity}  ${printable(operation)}  ${printable(what)}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
