// Ids that are the same each time a description is read, so that its collection can be updated later.
import { createHash } from 'node:crypto';
import type { ApiOperation } from '../../../documents/openapi/document.ts';
import { scalarText } from '../../../documents/json-values.ts';
import type { ImportContext } from '../shared/import-context.ts';

const REQUEST_PREFIX = 'op-';

/** Returns true for the id of a request that was created from a description. */
export function isOperationId(id: string): boolean {
  return /^op-[\da-f]{24}$/.test(id);
}

export function collectionIdOf(title: string, context: ImportContext): string {
  return context.id(`api-${hashOf('api', title)}`);
}

export function folderIdOf(tag: string, context: ImportContext): string {
  return context.id(`tag-${hashOf('tag', tag)}`);
}

/**
 * Returns the id of a request: made from its `operationId`, so that it survives a change of the path, or else from
 * method and path.
 */
export function requestIdOf(
  { method, path, fields }: Pick<ApiOperation, 'method' | 'path' | 'fields'>,
  context: ImportContext,
): string {
  const operationId = scalarText(fields['operationId'])?.trim() ?? '';
  const address = `${REQUEST_PREFIX}${hashOf('operation', method, path)}`;
  return operationId === ''
    ? context.id(address)
    : context.id(`${REQUEST_PREFIX}${hashOf('operationId', operationId)}`, address);
}

/** Returns the id of the example for the response `code` of a request. */
export function exampleIdOf(requestId: string, code: string, context: ImportContext): string {
  return context.id(`ex-${hashOf(requestId, code)}`);
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 24);
}
