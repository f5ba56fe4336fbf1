// Converts examples to responses, grouped by status.
import { STATUS_CODES } from '../../../base/status-codes.ts';
import type { OpenApiContent, OpenApiMedia, OpenApiResponse } from '../../../documents/openapi/writer.ts';
import type { Example } from '../../../collections/model/example.ts';
import { contentOf, mediaTypeOf } from './content.ts';
import { UniqueNames } from './unique-names.ts';

export function responsesOf(examples: readonly Example[]): Readonly<Record<string, OpenApiResponse>> {
  const groups = new Map<string, Example[]>();
  for (const example of examples) {
    const code = example.status >= 100 && example.status <= 599 ? String(example.status) : 'default';
    const group = groups.get(code) ?? [];
    groups.set(code, group);
    group.push(example);
  }
  if (groups.size === 0) return { default: { description: 'No response is saved.' } };
  const codes = [...groups].sort(([a], [b]) => a.localeCompare(b));
  return Object.fromEntries(codes.map(([code, group]) => [code, responseOf(code, group)]));
}

function responseOf(code: string, examples: readonly Example[]): OpenApiResponse {
  const [first] = examples;
  const description = first?.name || first?.reason || STATUS_CODES[Number(code)] || 'Response';
  const headers = Object.fromEntries(
    examples
      .flatMap((example) => example.headers)
      .filter(({ name, enabled }) => enabled && name.trim() !== '' && !/^content-type$/i.test(name.trim()))
      .map(({ name, value }) => [name.trim(), { schema: { type: 'string' as const }, example: value }]),
  );
  const content = mergedContent(examples);
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/** Merges content by media type. Several examples get no schema, because no schema is known to fit them all. */
function mergedContent(examples: readonly Example[]): OpenApiContent {
  const byType = new Map<
    string,
    { readonly media: OpenApiMedia; readonly examples: [string, { value: unknown }][] }
  >();
  for (const example of examples)
    for (const [type, media] of Object.entries(contentIn(example))) {
      const entry = byType.get(type) ?? { media, examples: [] };
      byType.set(type, entry);
      if (media.example !== undefined) entry.examples.push([example.name, { value: media.example }]);
    }
  return Object.fromEntries(
    [...byType].map(([type, { media, examples: all }]): [string, OpenApiMedia] => [
      type,
      all.length < 2 ? media : { schema: {}, examples: Object.fromEntries(withUniqueNames(all)) },
    ]),
  );
}

function contentIn({ body, base64, headers }: Example): OpenApiContent {
  const type = mediaTypeOf(headers);
  if (base64)
    return { [type ?? 'application/octet-stream']: { schema: { type: 'string', format: 'binary' } } };
  if (body === '') return {};
  return contentOf(body, type ?? (/^\s*[{[]/.test(body) ? 'application/json' : 'text/plain'));
}

/** Makes the names of examples unique. */
function withUniqueNames<Value>(entries: readonly [string, Value][]): [string, Value][] {
  const names = new UniqueNames(' ');
  return entries.map(([name, value]): [string, Value] => [names.take(name || 'Example'), value]);
}
