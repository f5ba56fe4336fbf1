// Fields of objects and their values as a reader knows them: `Header X-Client`, and texts in place of JSON.
import { isObject } from '../../../../src/base/is-object.ts';

const LISTS: Readonly<Record<string, string>> = {
  headers: 'Header',
  query: 'Parameter',
  path: 'Path variable',
  variables: 'Variable',
  examples: 'Example',
};
const NAMES: Readonly<Record<string, string>> = {
  url: 'URL',
  'scripts.preRequest': 'Before script',
  'scripts.test': 'After script',
  docs: 'Docs',
  auth: 'Authorization',
};

/** Returns such as `Header X-Client` for `headers[X-Client].value`. */
export function fieldTitle(field: string): string {
  const [, list = '', key = '', rest = ''] = /^(\w+)\[(.*?)\](.*)$/s.exec(field) ?? [];
  const title = LISTS[list];
  if (title !== undefined)
    return `${title} ${key}${rest === '' || rest === '.value' ? '' : rest.replace('.', ', ')}`;
  const [first = '', ...inner] = field.split('.');
  const name = NAMES[field] ?? NAMES[first];
  if (NAMES[field] !== undefined) return NAMES[field];
  const start = name ?? `${first.slice(0, 1).toUpperCase()}${first.slice(1)}`;
  return inner.length === 0 ? start : `${start}, ${inner.join('.')}`;
}

/** Returns a value as text; null for one that is absent. */
export function valueText(value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string') return value;
  if (!isObject(value)) return JSON.stringify(value, null, 2);
  // A header has its name in the title, a body of text is its text.
  const { value: own, text, type, enabled } = value;
  if (typeof own === 'string') return enabled === false ? `${own} (off)` : own;
  if (typeof text === 'string') return text;
  const isBare = Object.keys(value).length === 1 && typeof type === 'string';
  return isBare ? type : JSON.stringify(value, null, 2);
}
