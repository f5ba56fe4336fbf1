// `spec lint`: prints the problems of an API description, one line each.
import { relative } from 'node:path';
import { printable } from '../../base/printable.ts';
import { lintSpec } from '../../specs/lint.ts';
import type { SpecProblem } from '../../specs/problem.ts';

/** Prints the problems. Resolves with 1 when any of them is an error. */
export async function lintFromCommandLine(
  file: string,
  { ruleset, json = false }: { readonly ruleset?: string | undefined; readonly json?: boolean | undefined },
): Promise<number> {
  const problems = await lintSpec(file, { ruleset });
  if (json) process.stdout.write(`${JSON.stringify(problems, null, 2)}\n`);
  else for (const problem of problems) process.stdout.write(`${lineOf(problem)}\n`);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  process.stderr.write(`${counted(errors, 'error')}, ${counted(problems.length - errors, 'warning')}\n`);
  return errors > 0 ? 1 : 0;
}

function lineOf({ severity, rule, message, file, line, column }: SpecProblem): string {
  const position = `${printable(relative('', file))}:${line}:${column}`;
  return `${severity.padEnd(7)}  ${rule}  ${printable(message.replaceAll('\n', ' '))}  ${position}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
