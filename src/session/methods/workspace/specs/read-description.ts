// Reads an API description, given as a file or as text.
import { readFile, stat } from 'node:fs/promises';
import { messageOf, ParameterError, systemCode } from '../../../../base/errors.ts';
import type { Imported } from '../../../../collections/model/imported.ts';
import type { WorkspaceContext } from '../../workspace-context.ts';

interface Source {
  readonly path?: string | undefined;
  readonly text?: string | undefined;
}

/** Reads a description. Rejects with a ParameterError when the input is not one. */
export async function readDescription(context: WorkspaceContext, { path, text }: Source): Promise<Imported> {
  if ((path === undefined) === (text === undefined))
    throw new ParameterError('give either path or text', { field: path === undefined ? 'text' : 'path' });
  const field = path === undefined ? 'text' : 'path';
  const { importContent } = await import('../../../../interchange/import/index.ts');
  try {
    const bytes = path === undefined ? Buffer.from(text ?? '') : await fileBytes(context, path);
    const imported = importContent(bytes, path ?? '');
    if (imported.specs.length === 1 && imported.collections.length === 1) return imported;
    throw new Error('it is not an OpenAPI or Swagger description');
  } catch (error) {
    const reason = systemCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
    throw new ParameterError(`${path ?? 'the text'}: ${reason}`, { field, cause: error });
  }
}

async function fileBytes(context: WorkspaceContext, given: string): Promise<Buffer> {
  const { MAX_BYTES } = await import('../../../../interchange/import/content.ts');
  const path = context.allowedPath(given, 'read');
  const found = await stat(path);
  if (!found.isFile()) throw new Error('it is not a file');
  if (found.size > MAX_BYTES) throw new Error(`it is larger than the import limit of ${MAX_BYTES} bytes`);
  return readFile(path);
}
