// One suite for all tools: what is asked of each without knowing which it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolServices } from '../../../test/helpers/tools.ts';
import { TOOL_NAMES } from '../contract.ts';
import { tools } from './index.ts';
import { ruleFields } from '../rules/rule.ts';
import { ruleSchema } from '../rules/schema.ts';
import { ToolSet } from '../tool-set.ts';

const root = join(import.meta.dirname, '../../..');

function page(name: string): string {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return readFileSync(join(root, 'docs/tools', `${kebab}.md`), 'utf8');
}

test('each tool is registered once', () => {
  const names = tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.toSorted()).toEqual(TOOL_NAMES.toSorted());
});

test('the registry follows the order of evaluation', () => {
  const places = tools.map(({ name }) => TOOL_NAMES.indexOf(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

describe.each(tools)('$title', (tool) => {
  const schema = ruleSchema(tool);

  test('is documented with every field of its rules', () => {
    const text = page(tool.name);
    expect(text).toContain(`# ${tool.title}`);
    for (const field of Object.keys(tool.fields ?? {})) expect(text).toContain(`\`${field}\``);
  });

  test('does nothing while it is off, and nothing is left when it is switched off', async () => {
    const set = new ToolSet(toolServices(), [tool]);
    const hooks = (): readonly unknown[] => Object.values(set.hooks).filter((hook) => hook !== undefined);
    expect(hooks()).toEqual([]);
    set.setEnabled(tool.name, true);
    if (schema !== null) set.upsert(tool.name, {});
    expect(hooks()).not.toEqual([]);
    set.setEnabled(tool.name, false);
    expect(hooks()).toEqual([]);
    await set.close();
  });

  test.runIf(schema !== null)('its example rule is valid and lists every field', async () => {
    const set = new ToolSet(toolServices(), [tool]);
    const { exampleRule } = set.list(tool.title)[0]!;
    const without = new Set<string>(tool.without);
    const fields = [...Object.keys(ruleFields), ...Object.keys(tool.fields ?? {})];
    expect(Object.keys(exampleRule!)).toEqual(fields.filter((field) => !without.has(field)));
    const rule = set.upsert(tool.name, exampleRule);
    expect(rule).toEqual({ ...exampleRule, id: rule.id });
    expect(JSON.parse(JSON.stringify(exampleRule))).toEqual(exampleRule);
    await set.close();
  });

  test('comes back from what was stored as it was', async () => {
    const set = new ToolSet(toolServices(), [tool]);
    set.setEnabled(tool.name, true);
    if (schema !== null) {
      set.upsert(tool.name, { name: 'one', conditions: { host: 'a.test' } });
      set.upsert(tool.name, { name: 'two', enabled: false });
    }
    const state = JSON.parse(JSON.stringify(set.state()));
    const other = new ToolSet(toolServices(), [tool]);
    other.load(state);
    expect(other.state()).toEqual(state);
    expect(other.list()).toEqual(set.list());
    await Promise.all([set.close(), other.close()]);
  });

  test.runIf(schema !== null)('refuses an unknown field by its name', () => {
    const set = new ToolSet(toolServices(), [tool]);
    expect(() => set.upsert(tool.name, { nmae: 'x' })).toThrow(
      `nmae is not a field of ${tool.title} rules: did you mean name?`,
    );
  });
});
