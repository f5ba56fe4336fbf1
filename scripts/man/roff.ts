// Text in the language of manual pages (the macros of man, for groff and mandoc).

/** Characters that groff would show as another one, which nobody could copy. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['\\', '\\e'],
  ['-', '\\-'],
  ["'", '\\(aq'],
  ['`', '\\(ga'],
  ['^', '\\(ha'],
  ['~', '\\(ti'],
  ['"', '\\(dq'],
]);

/** Returns text that is shown as it is. It may not begin a line with a request. */
export function escaped(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0)!;
    if (code > 0x7e) return `\\[u${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    return SPECIAL.get(character) ?? character;
  })
    .join('')
    .replace(/^(?=[.'])/, '\\&');
}

export const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;
export const italic = (text: string): string => `\\fI${escaped(text)}\\fR`;

/** Returns flags such as `-e, --environment <name>` with what is typed in bold and what stands for a value in italics. */
export function flags(text: string): string {
  return text
    .split(/(<[^>]*>|\[[^\]]*\])/)
    .filter((part) => part !== '')
    .map((part) =>
      /^[<[]/.test(part)
        ? italic(part)
        : part
            .split(/(, | +$)/)
            .map(boldWord)
            .join(''),
    )
    .join('');
}

const boldWord = (part: string): string => (/^[, ]*$/.test(part) ? part : bold(part));

/** Returns a section: its heading and lines. */
export function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`.SH ${heading}`, ...lines];
}

/** Returns a paragraph with a hanging tag. */
export const tagged = (tag: string, text: string): readonly string[] => ['.TP', tag, text];
