// The lines that Git leaves in a file whose versions it could not merge. A parser stumbles over the first one only, and
// says something about indentation.
import type { SpecProblem } from './problem.ts';

/** More of them say nothing more. */
const MAX_MARKS = 200;

/** Returns a problem for each mark; none for a text that only has lines which look like one. */
export function conflictMarks(text: string, file: string): readonly SpecProblem[] {
  if (!/^<{7} /m.test(text) || !/^>{7} /m.test(text)) return [];
  const problems: SpecProblem[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (!/^(?:<{7} |={7}\r?$|\|{7} |>{7} )/.test(line)) continue;
    problems.push({
      severity: 'error',
      rule: 'syntax',
      message: 'Git could not merge two versions here: keep the lines of one, and remove this line.',
      file,
      line: at + 1,
      column: 1,
    });
    if (problems.length === MAX_MARKS) break;
  }
  return problems;
}
