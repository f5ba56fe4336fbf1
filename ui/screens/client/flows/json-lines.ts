// A JSON text as lines, each with the JSON path of its value.

export interface JsonLine {
  readonly key: string;
  readonly depth: number;
  /** Null for the root and for what closes an object or list. */
  readonly name: string | null;
  readonly text: string;
  readonly type: 'text' | 'number' | 'word' | 'holder';
  readonly path: string;
}

const MAX_LINES = 20_000;
const MAX_TEXT = 300;
const MAX_DEPTH = 100;

/** Returns null for a text that is not JSON. */
export function jsonLines(text: string): readonly JsonLine[] | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const lines: JsonLine[] = [];
  add(lines, { name: null, value, path: '$', depth: 0 });
  return lines;
}

interface Placed {
  readonly name: string | null;
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

function add(lines: JsonLine[], { name, value, path, depth }: Placed): void {
  if (lines.length >= MAX_LINES) return;
  const shared = { key: `${lines.length}`, depth, name, path };
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) {
    const written = JSON.stringify(value);
    const type = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'word';
    lines.push({
      ...shared,
      type,
      text:
        written.length > MAX_TEXT ? `${written.slice(0, MAX_TEXT)}… ${written.length} characters` : written,
    });
    return;
  }
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((each: unknown, at) => [String(at), each] as const)
    : Object.entries(value);
  const [start, end] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    lines.push({ ...shared, type: 'holder', text: `${start}${end}` });
    return;
  }
  lines.push({ ...shared, type: 'holder', text: start });
  for (const [key, inner] of entries)
    add(lines, {
      name: key,
      value: inner,
      path: `${path}${segment(key, Array.isArray(value))}`,
      depth: depth + 1,
    });
  lines.push({ key: `${lines.length}`, depth, name: null, text: end, type: 'holder', path });
}

function segment(key: string, isIndex: boolean): string {
  if (isIndex) return `[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key)
    ? `.${key}`
    : `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}
