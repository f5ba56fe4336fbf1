// Values as they are written into a text: lines of a block, in brackets, or as JSON.
import { writeYaml } from '../../documents/yaml.ts';

/** Texts that YAML may leave without quotes, also between brackets. */
const PLAIN = /^[A-Za-z_$/][\w ./$+-]*(?<! )$/;
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;

/** Writes a value in one line, such as `[number, string]` or `{ type: string }`. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, inner]) => `${flowText(name)}: ${flowText(inner)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  if (typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value)) return value;
  return JSON.stringify(value ?? null);
}

/** Writes a name with its value as lines of a block. `key`: as it stands in the text. */
export function blockEntry(key: string, value: unknown, indent: string, eol: string): string {
  const lines = linesOf({ key: value });
  return [`${key}${lines[0]!.slice('key'.length)}`, ...lines.slice(1)].map((line) => indent + line).join(eol);
}

export function blockItem(value: unknown, indent: string, eol: string): string {
  return linesOf([value])
    .map((line) => indent + line)
    .join(eol);
}

function linesOf(value: unknown): readonly string[] {
  return writeYaml(value).trimEnd().split('\n');
}

/** Writes JSON whose further lines are indented as the one in which it begins. */
export function jsonText(value: unknown, indent: string, unit: string, eol: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
}
