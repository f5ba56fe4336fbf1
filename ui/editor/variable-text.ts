// The parts of a text that holds variables: `{{name}}`, and the segments `:name` of the path of a URL.

/** A part of a text, from one character to another. */
export interface TextPart {
  readonly type: 'text' | 'variable' | 'segment';
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** The name of a variable or of a segment; empty for text. */
  readonly name: string;
}

const VARIABLE = /\{\{([^{}]*)\}\}/g;
/** The segments of a path end with the query. */
const SEGMENT = /(?<=\/):([^/?#:{}]+)/g;

/** Returns the parts of a text in their order. `hasSegments`: the text is a URL. */
export function partsOf(text: string, hasSegments = false): readonly TextPart[] {
  const marked = [...found(text, VARIABLE, 'variable'), ...(hasSegments ? segmentsOf(text) : [])];
  marked.sort((a, b) => a.from - b.from);
  const parts: TextPart[] = [];
  let at = 0;
  for (const part of marked) {
    if (part.from > at) parts.push(plain(text, at, part.from));
    parts.push(part);
    at = part.to;
  }
  if (at < text.length) parts.push(plain(text, at, text.length));
  return parts;
}

/** Returns the name of the variable that is all of a text; null for any other text. */
export function loneVariable(text: string | null): string | null {
  return /^\{\{([^{}]+)\}\}$/.exec(text?.trim() ?? '')?.[1] ?? null;
}

/** A variable that is being typed: from its braces to the caret, or to its closing braces. */
export interface TypedVariable {
  readonly from: number;
  readonly to: number;
  /** The characters between the braces and the caret. */
  readonly typed: string;
}

/** Returns the variable in which the caret is; null where it is in none. */
export function typedVariableAt(text: string, caret: number): TypedVariable | null {
  const from = text.lastIndexOf('{{', caret - 2);
  if (from < 0 || from + 2 > caret) return null;
  const typed = text.slice(from + 2, caret);
  if (/[{}\n]/.test(typed)) return null;
  const rest = /^[^{}\s]*\}\}/.exec(text.slice(caret))?.[0] ?? '';
  return { from, to: caret + rest.length, typed };
}

function segmentsOf(text: string): readonly TextPart[] {
  const end = text.search(/[?#]/);
  return found(end < 0 ? text : text.slice(0, end), SEGMENT, 'segment');
}

function found(text: string, pattern: RegExp, type: 'variable' | 'segment'): readonly TextPart[] {
  return Array.from(text.matchAll(pattern), ({ 0: whole, 1: name = '', index }) => ({
    type,
    from: index,
    to: index + whole.length,
    text: whole,
    name,
  })).filter(({ name }) => name.trim() !== '');
}

function plain(text: string, from: number, to: number): TextPart {
  return { type: 'text', from, to, text: text.slice(from, to), name: '' };
}
