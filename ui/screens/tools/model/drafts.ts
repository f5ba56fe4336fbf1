// Rules that are being edited. What was typed stays until it is saved or reverted, whatever screen is shown.
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { toolList } from '../../../state/app.ts';
import { createResource, useResource } from '../../../state/resource.ts';
import { createStore, useStore } from '../../../state/store.ts';
import type { JsonSchema } from './schema.ts';

/** A rule as JSON; its tool defines the members. */
export type Rule = Readonly<Record<string, unknown>>;
export type ToolEntry = ResultOf<'list_rules'>[number];

/** The schema and the defaults of a tool's rules. */
export interface RuleForm extends Omit<ResultOf<'ui.rule_forms'>[number], 'schema'> {
  readonly schema: JsonSchema | null;
}

/** Stands in for the id of a rule that is not saved yet. */
export const NEW = 'new';

/** A rule as edited, and as saved. */
export interface Draft {
  readonly tool: string;
  /** `NEW` for a rule that is not saved yet. */
  readonly id: string;
  readonly rule: Rule;
  /** Null for a new rule. */
  readonly saved: Rule | null;
  readonly isChanged: boolean;
}

export const ruleForms = createResource(async () => (await rpc('ui.rule_forms', {})) as readonly RuleForm[]);

const drafts = createStore<Readonly<Record<string, Rule>>>({});

/** Returns the edited rules that are not saved, by the key that `draftKey` gives. */
export function useDrafts(): Readonly<Record<string, Rule>> {
  return useStore(drafts);
}

export function draftKey(tool: string, id: string): string {
  return `${tool}/${id}`;
}

/** Returns the rule as edited, or null when no rule has this id. */
export function useDraft(tool: ToolEntry | undefined, id: string): Draft | null {
  const all = useDrafts();
  const { value: forms } = useResource(ruleForms);
  if (tool === undefined) return null;
  const saved = tool.rules.find((rule) => rule['id'] === id) ?? null;
  const edited = all[draftKey(tool.tool, id)];
  const initial = saved ?? (id === NEW ? blankRule(forms?.find((form) => form.tool === tool.tool)) : null);
  const rule = edited ?? initial ?? null;
  if (rule === null) return null;
  const isChanged =
    saved === null || (edited !== undefined && JSON.stringify(edited) !== JSON.stringify(saved));
  return { tool: tool.tool, id, rule, saved, isChanged };
}

/** Returns the rule that a new one starts as: it matches nothing until a pattern is given. */
function blankRule(form: RuleForm | undefined): Rule | null {
  const defaults = form?.defaults ?? null;
  return defaults !== null && 'pattern' in defaults ? { ...defaults, pattern: '' } : defaults;
}

export function setDraft(tool: string, id: string, rule: Rule): void {
  drafts.update((all) => ({ ...all, [draftKey(tool, id)]: rule }));
}

export function dropDraft(tool: string, id: string): void {
  const key = draftKey(tool, id);
  drafts.update((all) => Object.fromEntries(Object.entries(all).filter(([each]) => each !== key)));
}

/** Returns a tool with its rules as last loaded; undefined before that. */
export function currentTool(name: string): ToolEntry | undefined {
  return toolList.store.get().value?.find(({ tool }) => tool === name);
}
