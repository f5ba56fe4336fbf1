// Rules that are being edited. The app keeps what was typed until it is saved or reverted.
import { useMemo } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { toolList } from '../../../state/app.ts';
import * as store from '../../../state/drafts.ts';
import { createResource, useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
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
  /** Null for a new rule, and for one that was deleted elsewhere. */
  readonly saved: Rule | null;
  readonly isChanged: boolean;
  /** The fields that were changed elsewhere, too. */
  readonly conflicts: readonly string[];
}

export const ruleForms = createResource(async () => (await rpc('ui.rule_forms', {})) as readonly RuleForm[]);

function draftName(tool: string, id: string): string {
  return `rule/${tool}/${id}`;
}

/** Returns true for a rule with changes that are not saved. */
export function useIsEdited(tool: string, id: string): boolean {
  return useStore(store.drafts)[draftName(tool, id)] !== undefined;
}

/** Returns the ids of rules with drafts that are not in the list: a new one, and those that were deleted elsewhere. */
export function useUnlisted({ tool, rules }: ToolEntry): readonly string[] {
  const start = draftName(tool, '');
  return Object.keys(useStore(store.drafts))
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .filter((id) => !rules.some((rule) => rule['id'] === id));
}

/** Returns the rule as edited, or null when no rule has this id. */
export function useDraft(tool: ToolEntry | undefined, id: string): Draft | null {
  const draft = useStore(store.drafts)[draftName(tool?.tool ?? '', id)];
  const { value: forms } = useResource(ruleForms);
  const form = forms?.find((each) => each.tool === tool?.tool);
  const saved = tool?.rules.find((rule) => rule['id'] === id) ?? null;
  return useMemo(() => {
    const initial = saved ?? draft?.base ?? (id === NEW ? blankRule(form) : null);
    if (tool === undefined || initial === null) return null;
    const { typed: rule, conflicts } = store.draftOver(draft, initial);
    return { tool: tool.tool, id, rule, saved, isChanged: saved === null || draft !== undefined, conflicts };
  }, [tool, id, draft, saved, form]);
}

/** Returns the rule that a new one starts as: it matches nothing until a pattern is given. */
function blankRule(form: RuleForm | undefined): Rule | null {
  const defaults = form?.defaults ?? null;
  if (defaults === null) return null;
  const rule = { ...defaults, ...form?.starter };
  return 'pattern' in rule ? { ...rule, pattern: '' } : rule;
}

/** Records a rule as it was typed. */
export function setDraft(tool: string, id: string, rule: Rule): void {
  store.editDraft(draftName(tool, id), savedRule(tool, id) ?? blankRule(formOf(tool)) ?? {}, rule);
}

export function dropDraft(tool: string, id: string): void {
  store.dropDraft(draftName(tool, id));
}

/** Decides a field that was changed elsewhere, too. */
export function settle({ tool, id, saved }: Draft, field: string, keeps: 'mine' | 'theirs'): void {
  const name = draftName(tool, id);
  if (keeps === 'mine') store.overwrite(name, field, saved?.[field]);
  else store.dropField(name, field);
}

/** Returns the rule as it was when its edit began. */
export function baseOf({ tool, id, saved }: Draft): Rule | undefined {
  const base = store.drafts.get()[draftName(tool, id)]?.base;
  return saved === null ? undefined : { ...saved, ...base };
}

/** Returns a tool with its rules as last loaded; undefined before that. */
export function currentTool(name: string): ToolEntry | undefined {
  return toolList.store.get().value?.find(({ tool }) => tool === name);
}

function savedRule(tool: string, id: string): Rule | undefined {
  return currentTool(tool)?.rules.find((rule) => rule['id'] === id);
}

function formOf(tool: string): RuleForm | undefined {
  return ruleForms.store.get().value?.find((form) => form.tool === tool);
}
