// Replaces `{{name}}` in values that a script passes to `replaceIn`.
import { asText } from './as-text.ts';

export type LookUp = (name: string) => unknown;

const NAME = /\{\{([^{}]*?)\}\}/g;
/** The number of passes over values that contain variables themselves, as in Postman. */
const MAX_TURNS = 20;
const MAX_DEPTH = 100;

let dynamic: (name: string) => string | null = () => null;

/** Sets the source of values such as `$guid`. */
export function setDynamicValues(value: (name: string) => string | null): void {
  dynamic = value;
}

/** Replaces variables in a text, and in all texts of a copy of an object or a list. */
export function replaceIn(template: unknown, lookUp: LookUp, depth = 0): unknown {
  if (typeof template === 'string') return interpolate(template, lookUp);
  if (typeof template !== 'object' || template === null || depth > MAX_DEPTH) return template;
  if (Array.isArray(template)) return template.map((each) => replaceIn(each, lookUp, depth + 1));
  const { toJSON } = template as { readonly toJSON?: unknown };
  const plain: unknown = typeof toJSON === 'function' ? toJSON.call(template) : template;
  return Object.fromEntries(
    Object.entries(plain as object).map(([name, value]) => [name, replaceIn(value, lookUp, depth + 1)]),
  );
}

function interpolate(text: string, lookUp: LookUp): string {
  let current = text;
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const next = current.replace(NAME, (whole, name: string) => valueText(name, lookUp) ?? whole);
    if (next === current) break;
    current = next;
  }
  return current;
}

function valueText(name: string, lookUp: LookUp): string | null {
  const value = lookUp(name);
  if (value === undefined) return name.startsWith('$') ? dynamic(name.slice(1)) : null;
  // As when a request is sent, items of lists are joined, and other objects are JSON.
  if (Array.isArray(value)) return value.join();
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}
