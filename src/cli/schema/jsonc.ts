// Finds the members of an object in JSON with comments, so that one can be added without touching the rest.

/** A member of an object, with the place of its value. */
export interface Member {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface ObjectText {
  /** The place behind the opening brace. */
  readonly inside: number;
  readonly members: readonly Member[];
}

const BLANKS = /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const SCALAR = /[^\s,:{}[\]"/]+/y;

/** Reads the object at `offset`, in front of which may be comments. Returns null where there is none, or it is broken. */
export function objectAt(text: string, offset: number): ObjectText | null {
  const start = after(BLANKS, text, offset);
  if (text[start] !== '{') return null;
  const members: Member[] = [];
  let at = after(BLANKS, text, start + 1);
  while (text[at] !== '}') {
    const colon = after(BLANKS, text, after(STRING, text, at));
    const valueStart = after(BLANKS, text, colon + 1);
    const end = text[at] === '"' && text[colon] === ':' ? valueEnd(text, valueStart) : -1;
    if (end < 0) return null;
    members.push({ name: nameAt(text, at), start: valueStart, end });
    at = after(BLANKS, text, end);
    if (text[at] === ',') at = after(BLANKS, text, at + 1);
    else if (text[at] !== '}') return null;
  }
  return { inside: start + 1, members };
}

/** True when nothing but comments stands behind the value that ends at `offset`. */
export function endsAt(text: string, offset: number): boolean {
  return after(BLANKS, text, offset) === text.length;
}

/** Returns the end of the value at `start`; -1 for a broken one. */
export function valueEnd(text: string, start: number): number {
  let at = start;
  const open: string[] = [];
  do {
    at = after(BLANKS, text, at);
    const char = text[at] ?? '';
    if (char === '{' || char === '[') open.push(char === '{' ? '}' : ']');
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return -1;
    }
    const next =
      char === '"' ? after(STRING, text, at) : /[{}[\],:]/.test(char) ? at + 1 : after(SCALAR, text, at);
    if (next === at) return -1;
    at = next;
  } while (open.length > 0);
  return at;
}

function nameAt(text: string, at: number): string {
  const name = text.slice(at, after(STRING, text, at));
  try {
    return String(JSON.parse(name));
  } catch {
    return name;
  }
}

/** Returns the place behind what the pattern matches at `offset`; `offset` without a match. */
function after(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
