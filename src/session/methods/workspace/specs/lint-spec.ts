// Finds problems in an API description.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';

/** The maximum number of problems in the result. */
const MAX_PROBLEMS = 200;

export const lintSpec = defineMethod({
  name: 'lint_spec',
  summary: 'Finds problems of an OpenAPI, AsyncAPI or Arazzo description, of the workspace or a file',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    spec: text.min(1, 'an id or a name').optional(),
    path: text.min(1, 'the path of a file').optional(),
    ruleset: text
      .min(1, 'the path of a file')
      .optional()
      .describe('A ruleset of Redocly or Spectral, in place of the recommended rules'),
  }),
  result: z.strictObject({
    errors: z.number(),
    warnings: z.number(),
    problems: z.array(
      z.strictObject({
        severity: z.enum(['error', 'warning']),
        rule: z.string(),
        message: z.string(),
        file: z.string(),
        line: z.number(),
        column: z.number(),
      }),
    ),
  }),
  async run({ workspace: context }: WorkspaceOwner, { spec, path, ruleset }) {
    if ((spec === undefined) === (path === undefined))
      throw new ParameterError('give either spec or path', { field: 'spec' });
    const { lintSpec: lint } = await import('../../../../specs/lint.ts');
    const { specNamed } = await import('../../../../specs/named.ts');
    const file =
      path === undefined
        ? (await specNamed(await context.open(), spec ?? '')).path
        : context.allowedPath(path, 'read');
    const own = ruleset === undefined ? undefined : context.allowedPath(ruleset, 'read');
    const problems = await lint(file, { ruleset: own });
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    return {
      errors,
      warnings: problems.length - errors,
      problems: problems
        .slice(0, MAX_PROBLEMS)
        .map(({ severity, rule, message, file: source, line, column }) => ({
          severity,
          rule,
          message,
          file: source,
          line,
          column,
        })),
    };
  },
});
