// Creates or changes a rule.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { rule, ruleFields, toolName } from '../fields.ts';
import { ParameterError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { matchesNow } from './matches-now.ts';
import { restoreRule, ruleNow, toolNamed } from './restore-rule.ts';

/** True for nothing, and for an empty text, list or object. */
function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isBlank);
}

export const upsertRule = defineMethod({
  name: 'upsert_rule',
  summary:
    'Creates a rule, or changes the given fields of the one with this id, and switches its tool on; see exampleRule of list_rules',
  effect: 'write',
  faces: EVERYWHERE,
  toolset: 'rules',
  paths: ['rule'],
  undo: (app, { tool, rule: { id } }) => restoreRule(app, { tool, id }, (saved) => saved),
  replaces: async (app, { tool, rule: { id } }) => ({ rule: await ruleNow(app, tool, id) }),
  async refuses(app, { tool, rule: given }) {
    const now = typeof given['id'] === 'string' ? await ruleNow(app, tool, given['id']) : {};
    const example = (await toolNamed(app, tool))?.exampleRule ?? {};
    const { pattern, conditions, methods } = { ...now, ...given };
    const isBound = [pattern, conditions, methods].some((value) => !isBlank(value));
    if ('pattern' in example && !isBound)
      throw new ParameterError(
        'rule.pattern is missing: the rule would take all traffic. Give a pattern such as "https://api.example.com/*", or a condition',
        { field: 'rule' },
      );
  },
  params: z.strictObject({ tool: toolName, rule: ruleFields }),
  result: rule,
  async run(app, params) {
    const saved = await app.changeTools((tools) => tools.upsert(params.tool, params.rule));
    const warnings = await app.tools.warnings(params.tool, saved.id);
    const matches = await matchesNow(app, params.tool, [saved]);
    return { ...saved, matches, ...(warnings.length > 0 && { warnings }) };
  },
});
