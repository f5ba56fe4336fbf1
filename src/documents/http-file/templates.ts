// Finds `{{…}}` in texts, in linear time whatever the text: brackets must close in the same line.

export interface Template {
  /** The index of the first bracket, and that after the last one. */
  readonly start: number;
  readonly end: number;
  /** The text between the brackets. */
  readonly inner: string;
}

export function* templatesIn(text: string): Generator<Template, void, undefined> {
  let start = text.indexOf('{{');
  let close = -1;
  let lineEnd = -1;
  while (start >= 0) {
    if (close < start + 2) close = text.indexOf('}}', start + 2);
    if (close < 0) return;
    if (lineEnd < start) lineEnd = indexOrEnd(text, '\n', start);
    if (close > lineEnd || close === start + 2) start = text.indexOf('{{', start + 1);
    else {
      yield { start, end: close + 2, inner: text.slice(start + 2, close) };
      start = text.indexOf('{{', close + 2);
    }
  }
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

/** Returns the text with what `replace` returns for each template. */
export function replaceTemplates(text: string, replace: (template: Template) => string): string {
  let replaced = '';
  let offset = 0;
  for (const template of templatesIn(text)) {
    replaced += text.slice(offset, template.start) + replace(template);
    offset = template.end;
  }
  return offset === 0 ? text : replaced + text.slice(offset);
}

/** Replaces templates with filler of the same length, so that indexes are valid in both texts. */
export function maskTemplates(text: string): string {
  return replaceTemplates(text, ({ start, end }) => '\0'.repeat(end - start));
}

/** Splits a text at white space outside of templates. */
export function wordsOf(text: string): readonly string[] {
  return [...maskTemplates(text).matchAll(/\S+/g)].map(({ index, 0: masked }) =>
    text.slice(index, index + masked.length),
  );
}
