// Actions on rules and tools.
import { ApiError, messageOf, rpc } from '../../../api/client.ts';
import { attempt, count } from '../../../state/actions.ts';
import { go } from '../../../state/location.ts';
import { toolList } from '../../../state/app.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { baseOf, currentTool, dropDraft, NEW, setDraft, type Draft, type Rule } from './drafts.ts';

/** An error, and the field that caused it. */
export interface FieldError {
  /** The path of the wrong field; empty when no field is to blame. */
  readonly field: string;
  readonly message: string;
}

/** Returns the message of anything that was thrown, with the field that the app names. */
export function fieldError(error: unknown): FieldError {
  return { field: (error instanceof ApiError ? error.field : null) ?? '', message: messageOf(error) };
}

/** Saves a draft, and enables the tool for a new rule. Returns what is wrong with the draft, or null. */
export async function saveDraft(draft: Draft): Promise<FieldError | null> {
  const { tool, id, rule, saved } = draft;
  const base = baseOf(draft);
  try {
    const result = await rpc('ui.save_rule', {
      tool,
      rule: { ...rule, id: saved === null ? '' : id },
      ...(base !== undefined && { base }),
    });
    const entry = currentTool(tool);
    if (saved === null && entry?.enabled === false) await rpc('set_tool_enabled', { tool, enabled: true });
    dropDraft(tool, id);
    await toolList.load();
    const warnings = (result['warnings'] ?? []) as readonly string[];
    if (warnings.length > 0) sayError(`Saved, but ${warnings.join('; ')}`);
    else say(`Saved “${nameOf(result)}”`);
    if (saved === null) go('tools', { tool, rule: String(result['id']) });
    return null;
  } catch (error) {
    return fieldError(error);
  }
}

export async function switchTool(tool: string, enabled: boolean): Promise<void> {
  await attempt('The tool cannot be switched', async () => {
    await rpc('set_tool_enabled', { tool, enabled });
    await toolList.load();
  });
}

export async function switchRule(tool: string, rule: Rule, enabled: boolean): Promise<void> {
  await attempt('The rule cannot be switched', async () => {
    await rpc('ui.save_rule', { tool, rule: { ...rule, enabled } });
    await toolList.load();
  });
}

/** Moves a rule to another position. */
export async function moveRule(tool: string, id: string, index: number): Promise<void> {
  const rules = currentTool(tool)?.rules ?? [];
  const from = rules.findIndex((rule) => rule['id'] === id);
  if (from < 0 || index < 0 || index >= rules.length || index === from) return;
  const moved = rules.toSpliced(from, 1).toSpliced(index, 0, rules[from]!);
  // Updated at once, so that keys pressed in quick succession build on each other.
  const tools = toolList.store.get().value ?? [];
  toolList.set(tools.map((each) => (each.tool === tool ? { ...each, rules: moved } : each)));
  await attempt('The order cannot be changed', () =>
    rpc('ui.reorder_rules', { tool, ids: moved.map((rule) => String(rule['id'])) }),
  );
  await toolList.load();
}

export async function duplicateRule(tool: string, rule: Rule): Promise<void> {
  const rules = currentTool(tool)?.rules ?? [];
  const index = rules.findIndex((each) => each['id'] === rule['id']) + 1;
  await attempt('The rule cannot be duplicated', async () => {
    const name = `${nameOf(rule)} copy`;
    const made = await rpc('ui.save_rule', { tool, rule: { ...rule, id: '', name }, index });
    await toolList.load();
    go('tools', { tool, rule: String(made['id']) });
  });
}

export async function deleteRule(tool: string, rule: Rule): Promise<void> {
  const id = String(rule['id']);
  const rules = currentTool(tool)?.rules ?? [];
  const index = rules.findIndex((each) => each['id'] === id);
  await attempt('The rule cannot be deleted', async () => {
    await rpc('delete_rule', { tool, id });
    await toolList.load();
    dropDraft(tool, id);
    const next = rules[index + 1] ?? rules[index - 1];
    go('tools', { tool, ...(next !== undefined && { rule: String(next['id']) }) });
    say(`Deleted “${nameOf(rule)}”`, () => {
      void attempt('The rule cannot be brought back', async () => {
        await rpc('ui.save_rule', { tool, rule, index });
        await toolList.load();
        go('tools', { tool, rule: id });
      });
    });
  });
}

/** Opens a draft that matches a captured request. */
export async function draftFromRequest(tool: string, id: number): Promise<void> {
  try {
    const rule = await rpc('ui.draft_rule', { tool, id });
    setDraft(tool, NEW, rule);
    location.replace(`#/tools?${new URLSearchParams({ tool, rule: NEW }).toString()}`);
  } catch (error) {
    sayError(`No rule can be made of request ${id}: ${messageOf(error)}`);
    location.replace(`#/tools?${new URLSearchParams({ tool }).toString()}`);
  }
}

export async function exportRules(): Promise<void> {
  await attempt('Export failed', async () => {
    const state = await rpc('ui.export_rules', {});
    const blob = new Blob([`${JSON.stringify(state, null, 2)}\n`], { type: 'application/json' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = 'proxyctl-tools.json';
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

/** Imports the rules of a file. The message that follows can undo it. */
export async function importRules(
  state: Readonly<Record<string, unknown>>,
  mode: 'add' | 'replace',
): Promise<void> {
  await attempt('Import failed', async () => {
    const before = await rpc('ui.export_rules', {});
    const { rules } = await rpc('ui.import_rules', { state, mode });
    await toolList.load();
    say(`Imported ${count(rules, 'rule')}`, () => {
      void attempt('The import cannot be undone', async () => {
        await rpc('ui.import_rules', { state: before, mode: 'replace' });
        await toolList.load();
      });
    });
  });
}

/** Returns the name of a rule, or `Untitled`. */
export function nameOf(rule: Rule): string {
  return typeof rule['name'] === 'string' && rule['name'] !== '' ? rule['name'] : 'Untitled';
}
