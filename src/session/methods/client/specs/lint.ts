// The problems and the parts of an API description as it is typed.
import { relative } from 'node:path';
import { z } from 'zod';
import type { SpecProblem } from '../../../../specs/problem.ts';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { described, onScreen } from './described.ts';

const RULESET = 'the path of a file, relative to the workspace';
/** The maximum number of problems in the result. */
const MAX_PROBLEMS = 2000;

export const lintSpecText = defineMethod({
  name: 'client.lint_spec',
  summary: 'Finds problems of an API description as the screen has it, and lists its parts with their lines',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...onScreen,
    ruleset: z
      .string(RULESET)
      .min(1, RULESET)
      .max(4000, RULESET)
      .optional()
      .describe('A file of Redocly or Spectral; by default the recommended rules'),
  }),
  result: z.strictObject({
    errors: z.number(),
    warnings: z.number(),
    problems: z.array(
      z.strictObject({
        severity: z.enum(['error', 'warning']),
        rule: z.string(),
        message: z.string(),
        file: z.string().nullable().describe('Another file, relative to the workspace; null for this one'),
        line: z.number(),
        column: z.number(),
        fix: z
          .strictObject({ remove: z.string(), insert: z.string() })
          .optional()
          .describe('What most likely mends it, near its line'),
      }),
    ),
    outline: z
      .array(
        z.strictObject({
          title: z.string(),
          line: z.number(),
          items: z
            .array(
              z.strictObject({
                name: z.string(),
                method: z.string(),
                operation: z.string().describe('Such as "GET /pets"; empty for what is no operation'),
                line: z.number(),
              }),
            )
            .readonly(),
        }),
      )
      .readonly()
      .nullable()
      .describe('Null for a document that cannot be read'),
  }),
  async run(app: AppContext, { ruleset, ...params }, signal) {
    const { checkText } = await import('../../../../specs/check-text.ts');
    const { workspace, spec, text } = await described(app, params);
    const rules = ruleset === undefined ? undefined : app.workspace.allowedPath(ruleset, 'read');
    const { problems, outline } = await checkText({ file: spec.path, text, ruleset: rules }, signal);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    return {
      errors,
      warnings: problems.length - errors,
      problems: problems.slice(0, MAX_PROBLEMS).map((each) => shown(each, spec.path, workspace.folder)),
      outline,
    };
  },
});

function shown({ file, ...problem }: SpecProblem, own: string, folder: string) {
  const isOwn = file === own || file.endsWith(relative(folder, own));
  return { ...problem, file: isOwn ? null : relative(folder, file) };
}
