// The choices for a value in the tree of a response: a variable for the next requests, and a test.
import { Braces, ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import type { ValueAction } from '../../../bodies/json/value-actions.ts';
import { useResource } from '../../../state/resource.ts';
import { environments } from '../model/environments.ts';
import { whereOf } from '../model/steps.ts';
import { addToScript } from './script-lines.ts';
import { testLine, variableLine } from './value-scripts.ts';

export function useScriptActions(tab: string): readonly ValueAction[] {
  const { value } = useResource(environments);
  const isActive = value?.some(({ active }) => active) === true;
  return useMemo(() => {
    const scope = isActive
      ? 'environment'
      : whereOf(tab).collection === undefined
        ? 'globals'
        : 'collectionVariables';
    return [
      {
        label: 'Set variable',
        icon: Braces,
        run: ({ path }) => addToScript(tab, [variableLine(path, scope)]),
      },
      { label: 'Add test', icon: ListChecks, run: (chosen) => addToScript(tab, [testLine(chosen)]) },
    ];
  }, [tab, isActive]);
}
