// Converts an operation to a saved request.
import { isObject } from '../../../base/is-object.ts';
import type { ApiDocument, ApiOperation } from '../../../documents/openapi/document.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import type { Pair } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { tagsOf } from '../shared/tags.ts';
import { splitUrl } from '../../../collections/model/url-parts.ts';
import { convertBody } from './body.ts';
import { headersOf, pathOf, queryOf, valueText } from './parameters.ts';
import { examplesOf } from './responses.ts';
import type { SecuritySchemes } from './security.ts';
import type { CollectionVariables } from './variables.ts';

/** The parts that all requests of a collection share. */
export interface OperationContext {
  readonly document: ApiDocument;
  readonly security: SecuritySchemes;
  readonly variables: CollectionVariables;
  /** The server of operations that do not name another one. */
  readonly server: string;
  readonly importContext: ImportContext;
}

export function requestOf(
  operation: ApiOperation,
  operationContext: OperationContext,
  id: string,
): SavedRequest {
  const { document, security } = operationContext;
  const { method, fields, parameters } = operation;
  operationContext.importContext.countRequest();
  const name = operationContext.importContext.name(nameOf(operation), 'New Request');
  const context = operationContext.importContext.inside(name);
  context.countFields(parameters.length);
  const { url, query, path } = addressOf(operation, operationContext);
  const { body, contentType } = convertBody(fields['requestBody'], document);
  const authorized = security.of(fields['security'], context);
  const type: readonly Pair[] =
    contentType === '' ? [] : [{ name: 'Content-Type', value: contentType, enabled: true, docs: '' }];
  const callbacks = isObject(fields['callbacks']) ? Object.keys(fields['callbacks']).length : 0;
  if (callbacks > 0) context.warn(`its callbacks were left out (${callbacks})`);
  return newRequest({
    id,
    name,
    method,
    url,
    query: [...query, ...queryOf(parameters, document), ...authorized.query],
    path,
    headers: [...type, ...headersOf(parameters, document), ...authorized.headers],
    body,
    auth: authorized.auth,
    docs: docsOf(fields, context),
    tags: tagsOf(fields['tags']),
    examples: examplesOf(fields['responses'], document, context, id),
  });
}

/** Returns the summary, the operation id, or method and path. */
function nameOf({ method, path, fields }: ApiOperation): string {
  const given = [fields['summary'], fields['operationId']].map((text) =>
    (scalarText(text) ?? '').replace(/\s+/g, ' ').trim(),
  );
  return given.find((text) => text !== '') ?? `${method} ${path}`;
}

function docsOf(fields: JsonObject, context: ImportContext): string {
  const docs = context.text(fields['description'], 'the description');
  if (fields['deprecated'] !== true) return docs;
  return docs === '' ? 'Deprecated.' : `Deprecated.\n\n${docs}`;
}

/**
 * Returns the URL. `{name}` as a whole segment becomes a path variable, and within a segment a collection variable.
 */
function addressOf(
  { path, parameters, server }: ApiOperation,
  { document, variables, server: defaultServer }: OperationContext,
): Pick<SavedRequest, 'url' | 'query' | 'path'> {
  const names = new Set<string>();
  const segments = path
    .toWellFormed()
    .split('/')
    .map((segment) => {
      const [, name, rest = ''] = /^\{([^{}:?#]+)\}(:[^{}]*)?$/.exec(segment) ?? [];
      if (name !== undefined) names.add(name);
      if (name !== undefined) return `:${name}${rest}`;
      return segment.replace(/\{([^{}]+)\}/g, (_, part: string) => {
        const parameter = parameters.find((each) => each['in'] === 'path' && each['name'] === part) ?? {};
        variables.add(part, valueText(parameter, document), scalarText(parameter['description']) ?? '');
        return `{{${part}}}`;
      });
    });
  const address = segments.join('/').replace(/^(?!\/|$)/, '/');
  const { url, query } = splitUrl(address);
  return {
    url: (server === null || server === defaultServer ? '{{baseUrl}}' : server) + url,
    query: [...query],
    path: pathOf([...names], parameters, document),
  };
}
