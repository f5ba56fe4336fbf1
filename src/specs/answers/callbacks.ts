// The callbacks of an operation: requests that the API sends after its response, to a URL that the request names.
import { isObject } from '../../base/is-object.ts';
import type { ApiDocument, ApiOperation } from '../../documents/openapi/document.ts';
import { OPENAPI_METHODS } from '../../documents/openapi/methods.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import { mediaOf } from '../../interchange/import/openapi/body.ts';
import { withExpressions, type ExpressionContext } from './runtime-expression.ts';

export interface Callback {
  /** As the operation calls it. */
  readonly name: string;
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  /** The media type of the body; null without one. */
  readonly mediaType: string | null;
  readonly body: string;
}

/** A callback as an operation declares it. */
export interface DeclaredCallback {
  /** Such as `POST /orders`. */
  readonly operation: string;
  readonly name: string;
  readonly method: string;
  /** With expressions such as `{$request.body#/callbackUrl}`. */
  readonly url: string;
}

/** Returns the callbacks of all operations. */
export function declaredCallbacks(document: ApiDocument): readonly DeclaredCallback[] {
  return [...document.operations()].flatMap(({ method, path, fields }) => {
    const all = isObject(fields['callbacks']) ? Object.entries(fields['callbacks']) : [];
    return all.flatMap(([name, given]) =>
      Object.entries(document.references.fields(given)).flatMap(([url, item]) => {
        const known = document.references.fields(item);
        return OPENAPI_METHODS.filter((each) => isObject(known[each])).map((each) => ({
          operation: `${method} ${path}`,
          name,
          method: each.toUpperCase(),
          url,
        }));
      }),
    );
  });
}

/** The maximum number of callbacks of one request. */
const MAX_CALLBACKS = 20;

/** Returns the callbacks whose URL is known and of HTTP. */
export function callbacksOf(
  { fields }: ApiOperation,
  document: ApiDocument,
  context: ExpressionContext,
): readonly Callback[] {
  const all = isObject(fields['callbacks']) ? Object.entries(fields['callbacks']) : [];
  const callbacks = all.flatMap(([name, given]) =>
    Object.entries(document.references.fields(given)).flatMap(([expression, item]) => {
      const url = withExpressions(expression, context);
      if (url === null || !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return [];
      return requestsOf(name, url, document.references.fields(item), document);
    }),
  );
  return callbacks.slice(0, MAX_CALLBACKS);
}

function requestsOf(name: string, url: string, item: JsonObject, document: ApiDocument): readonly Callback[] {
  return OPENAPI_METHODS.filter((method) => isObject(item[method])).map((method) => {
    const { requestBody } = document.references.fields(item[method]);
    const [media] = mediaOf(document.references.fields(requestBody)['content'], document);
    const common = { name, method: method.toUpperCase(), url };
    if (media === undefined) return { ...common, mediaType: null, body: '' };
    return { ...common, mediaType: media[0], body: document.texts.of(media[1], media[0], 'request') };
  });
}
