// The text of a description with what a problem proposes.
import type { Problem } from './use-lint.ts';

/** Lines after that of the problem in which the text to replace may stand. */
const NEAR = 3;

/** Returns the same text where what is to be replaced is not there any more. */
export function mended(text: string, { line, fix }: Pick<Problem, 'line' | 'fix'>): string {
  if (fix === undefined) return text;
  const lines = text.split('\n');
  const at = lines.findIndex(
    (each, index) => index >= line - 1 && index < line + NEAR && each.includes(fix.remove),
  );
  return at === -1
    ? text
    : lines
        .with(
          at,
          lines[at]!.replace(fix.remove, () => fix.insert),
        )
        .join('\n');
}
