// Bounds of Markdown from strangers: texts that are made to take long to parse are shown as they are written.

/** The maximum length of a text; the rest is omitted. */
export const MAX_MARKDOWN = 100_000;
/** The maximum nesting of blocks, and delimiters of emphasis in a block. */
const MAX_DEPTH = 50;
const MAX_DELIMITERS = 10_000;

/** True for texts that are made to take long: the parser calls itself for nested blocks, and compares delimiters in pairs. */
export function isExcessiveMarkdown(text: string): boolean {
  const depths = text.split('\n').map((line) => /^[\s>*+-]*/.exec(line)?.[0].replace(/\s/g, '').length ?? 0);
  const delimiters = text.split(/\n[ \t]*\n/).map((block) => block.match(/[*_~]/g)?.length ?? 0);
  return depths.some((depth) => depth > MAX_DEPTH) || delimiters.some((count) => count > MAX_DELIMITERS);
}
