// Text of strangers, made fit to be read: in paragraphs, and with what cannot be seen made visible.

/** Controls besides tab and line feed, and characters that turn the order of others around. */
const UNSEEN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Shows what cannot be seen by its code, such as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(UNSEEN, (char) => `⟨U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** Returns the paragraphs of a text, which empty lines separate; line breaks in them stay. */
export function paragraphs(text: string): readonly string[] {
  return text
    .split(/\n[ \t]*\n\s*/)
    .map((each) => each.replace(/\s+$/, ''))
    .filter((each) => each !== '');
}

/** Characters that are shown of a long text at first, and of instructions, which are the same in each call. */
export const FOLDED = { said: 1200, system: 300 } as const;

/** Returns the beginning of a long text, up to the end of a line or word; null for a text that is short. */
export function beginning(text: string, length: number = FOLDED.said): string | null {
  if (text.length <= length * 1.5) return null;
  const start = text.slice(0, length);
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf(' '));
  return start.slice(0, end > length / 2 ? end : length).toWellFormed();
}

/** A part of a paragraph, as its Markdown means it. */
export interface Span {
  readonly type: 'plain' | 'bold' | 'code';
  readonly text: string;
}

/** Returns a paragraph by what is bold and what is code in it; all other Markdown is text. */
export function spansOf(paragraph: string): readonly Span[] {
  return paragraph.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).flatMap((text, at): readonly Span[] => {
    if (at % 2 === 0) return text === '' ? [] : [{ type: 'plain', text }];
    return [
      text.startsWith('`')
        ? { type: 'code', text: text.slice(1, -1) }
        : { type: 'bold', text: text.slice(2, -2) },
    ];
  });
}

/** Returns JSON in lines; null for a text that is not JSON. */
export function indentedJson(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}

/** Returns JSON in one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim();
}
