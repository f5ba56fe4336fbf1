// Groups requests by method and path, because an OpenAPI document has one operation for both.
import { OPENAPI_METHODS, type OpenApiMethod } from '../../../documents/openapi/methods.ts';
import type { PlacedRequest } from '../../../collections/model/collection.ts';
import { pathTemplateOf } from './address.ts';

export interface OperationGroup {
  readonly method: OpenApiMethod;
  readonly path: string;
  /** The names of the path variables. */
  readonly template: readonly string[];
  /** The server of the first request; empty for none. */
  readonly server: string;
  readonly placed: PlacedRequest[];
  /** The names that each request uses for the path variables. */
  readonly names: (readonly string[])[];
}

/** Groups requests. Adds to `warnings` what the format cannot express. */
export function groupByOperation(
  placed: readonly PlacedRequest[],
  warnings: Set<string>,
): readonly OperationGroup[] {
  const groups = new Map<string, OperationGroup>();
  /** Maps paths without the names of their variables to the first path of that form. */
  const paths = new Map<string, string>();
  for (const each of placed) {
    const { name, type, method: given } = each.request;
    const method = OPENAPI_METHODS.find((known) => known === given.trim().toLowerCase());
    if (type !== 'http' && type !== 'graphql')
      warnings.add(
        `the request "${name}" is of the type ${type}, which OpenAPI does not support: it was left out`,
      );
    else if (method === undefined)
      warnings.add(
        `the request "${name}" has the method ${given}, which OpenAPI does not support: it was left out`,
      );
    else {
      const { server, path, names } = pathTemplateOf(each.request);
      const shape = path.replace(/\{[^{}]*\}/g, '{}');
      const known = paths.get(shape) ?? path;
      paths.set(shape, known);
      const key = `${method} ${known}`;
      const group = groups.get(key);
      if (group === undefined)
        groups.set(key, {
          method,
          path: known,
          template: [...known.matchAll(/\{([^{}]*)\}/g)].map(([, variable = '']) => variable),
          server,
          placed: [each],
          names: [names],
        });
      else {
        warnings.add(
          `the request "${name}" has the same method and path as another one: both became one operation`,
        );
        group.placed.push(each);
        group.names.push(names);
      }
    }
  }
  return [...groups.values()];
}
