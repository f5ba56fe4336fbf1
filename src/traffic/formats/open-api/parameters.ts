// The parameters of a captured request: the segments of its path that vary between calls, and those of its query.
import type { OpenApiParameter } from '../../../documents/openapi/writer.ts';
import { templatedPath } from '../../endpoint.ts';

interface TemplatedPath {
  readonly path: string;
  readonly parameters: readonly OpenApiParameter[];
}

/** Returns the path with its parameters; a duplicate name gets a number. */
export function templatePath(path: string): TemplatedPath {
  const values = path.split('/');
  const parameters: OpenApiParameter[] = [];
  const segments = templatedPath(path)
    .split('/')
    .map((segment, at) => {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      // Braces that belong to the path itself are not a parameter.
      if (name === undefined || segment === values[at])
        return segment.replace(/[{}]/g, (brace) => encodeURIComponent(brace));
      const duplicates = parameters.filter((each) => each.name.replace(/\d+$/, '') === name).length;
      const unique = duplicates === 0 ? name : `${name}${duplicates + 1}`;
      const example = values[at] ?? '';
      parameters.push({ name: unique, in: 'path', required: true, schema: { type: 'string' }, example });
      return `{${unique}}`;
    });
  return { path: segments.join('/'), parameters };
}

export function queryParameters(path: string): readonly OpenApiParameter[] {
  const at = path.indexOf('?');
  if (at < 0) return [];
  const pairs = [...new URLSearchParams(path.slice(at + 1))].filter(([name]) => name !== '');
  return pairs.map(([name, example]) => ({
    name,
    in: 'query',
    required: false,
    schema: { type: 'string' },
    example,
  }));
}
