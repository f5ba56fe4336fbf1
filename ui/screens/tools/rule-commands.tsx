// The commands and keys of the tools screen.
import { Copy, Plus, Power, Trash2 } from 'lucide-react';
import { useCommands, type Command } from '../../commands/index.ts';
import { go } from '../../state/location.ts';
import { deleteRule, duplicateRule, moveRule, switchRule, switchTool } from './model/actions.ts';
import { NEW, type Draft, type ToolEntry } from './model/drafts.ts';

const GROUP = 'tools';

interface RuleCommandsProps {
  readonly tool: ToolEntry;
  readonly draft: Draft | null;
}

export function RuleCommands({ tool, draft }: RuleCommandsProps) {
  const saved = draft?.saved ?? null;
  const ofRule = ruleCommands(tool, saved ?? {});
  useCommands([
    ...toolCommands(tool),
    ...(saved === null ? ofRule.map((each) => ({ ...each, why: 'Choose a saved rule first' })) : ofRule),
  ]);
  return null;
}

function toolCommands({ tool, title, enabled, exampleRule }: ToolEntry): readonly Command[] {
  const create: Command = {
    id: 'tools.new',
    title: `New ${title} rule`,
    group: GROUP,
    icon: Plus,
    keys: 'n',
    run: () => go('tools', { tool, rule: NEW }),
  };
  return [
    {
      id: 'tools.switch',
      title: `Switch ${title} ${enabled ? 'off' : 'on'}`,
      group: GROUP,
      icon: Power,
      keys: 't',
      run: () => void switchTool(tool, !enabled),
    },
    ...(exampleRule === null ? [] : [create]),
  ];
}

function ruleCommands(
  { tool, rules }: ToolEntry,
  saved: Readonly<Record<string, unknown>>,
): readonly Command[] {
  const id = String(saved['id']);
  const index = rules.findIndex((rule) => rule['id'] === id);
  const select = (at: number): void => {
    const rule = rules[at];
    if (rule !== undefined) go('tools', { tool, rule: String(rule['id']) });
  };
  const key = (name: string, title: string, keys: string | readonly string[], run: () => void): Command => {
    return { id: `tools.${name}`, title, group: GROUP, keys, inPalette: false, run };
  };
  return [
    {
      id: 'tools.duplicate',
      title: 'Duplicate rule',
      group: GROUP,
      icon: Copy,
      keys: 'd',
      run: () => void duplicateRule(tool, saved),
    },
    {
      id: 'tools.delete',
      title: 'Delete rule',
      group: GROUP,
      icon: Trash2,
      keys: ['backspace', 'delete'],
      run: () => void deleteRule(tool, saved),
    },
    {
      id: 'tools.rule',
      title: 'Switch rule on or off',
      group: GROUP,
      icon: Power,
      keys: 'x',
      run: () => void switchRule(tool, saved, saved['enabled'] !== true),
    },
    key('up', 'Move rule up', 'alt+arrowup', () => void moveRule(tool, id, index - 1)),
    key('down', 'Move rule down', 'alt+arrowdown', () => void moveRule(tool, id, index + 1)),
    key('next', 'Next rule', ['arrowdown', 'j'], () => select(index + 1)),
    key('previous', 'Previous rule', ['arrowup', 'k'], () => select(index - 1)),
  ];
}
