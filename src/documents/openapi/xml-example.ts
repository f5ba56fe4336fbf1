// Writes values as XML, with elements named by the XML object of OpenAPI
// (https://spec.openapis.org/oas/v3.0.3#xml-object).
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../json-values.ts';
import { propertiesOf } from './properties.ts';
import type { References } from './references.ts';

const MAX_DEPTH = 30;

/** Returns an indented XML document. */
export function xmlText(schema: unknown, value: unknown, references: References): string {
  const element = elementOf(nameOf(schema, rootName(schema), references), schema, value, references, 0);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element}`;
}

/** Returns the name of a schema that is referred to; `root` for others. */
function rootName(schema: unknown): string {
  const reference = isObject(schema) ? schema['$ref'] : undefined;
  return (typeof reference === 'string' ? /[^/]+$/.exec(reference)?.[0] : undefined) ?? 'root';
}

function elementOf(
  name: string,
  schema: unknown,
  value: unknown,
  references: References,
  depth: number,
): string {
  const indent = '  '.repeat(depth);
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(value)) {
    const items = isObject(schema) ? references.fields(schema)['items'] : undefined;
    const inner = value.map((each) =>
      elementOf(nameOf(items, name, references), items, each, references, depth + 1),
    );
    return `${indent}<${name}>\n${inner.join('\n')}\n${indent}</${name}>`;
  }
  if (!isObject(value)) return `${indent}<${name}>${escapeXml(scalarText(value) ?? '')}</${name}>`;
  const { attributes, children } = partsOf(schema, value, references, depth);
  const head = `${indent}<${name}${attributes.join('')}`;
  return children.length === 0 ? `${head}/>` : `${head}>\n${children.join('\n')}\n${indent}</${name}>`;
}

function partsOf(
  schema: unknown,
  value: JsonObject,
  references: References,
  depth: number,
): { readonly attributes: readonly string[]; readonly children: readonly string[] } {
  const properties = propertiesOf(schema, references);
  const attributes: string[] = [];
  const children: string[] = [];
  for (const [key, inner] of Object.entries(value)) {
    const property = properties.get(key);
    const xml = xmlOf(property, references);
    const name = nameOf(property, key, references);
    if (xml['attribute'] === true) attributes.push(` ${name}="${escapeXml(scalarText(inner) ?? '')}"`);
    else if (Array.isArray(inner) && xml['wrapped'] !== true) {
      const items = references.fields(property)['items'];
      for (const each of inner)
        children.push(elementOf(nameOf(items, name, references), items, each, references, depth + 1));
    } else children.push(elementOf(name, property, inner, references, depth + 1));
  }
  return { attributes, children };
}

function xmlOf(schema: unknown, references: References): JsonObject {
  const { xml } = references.fields(schema);
  return isObject(xml) ? xml : {};
}

function nameOf(schema: unknown, fallback: string, references: References): string {
  const { name, prefix } = xmlOf(schema, references);
  const local = typeof name === 'string' && name !== '' ? name : fallback;
  const full = typeof prefix === 'string' && prefix !== '' ? `${prefix}:${local}` : local;
  return full.replace(/[^\p{L}\p{N}_.:-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '&quot;');
}
