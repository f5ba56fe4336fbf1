// The variables of a collection or folder. Types and secrets of variables stay as they are.
import type { VariableSource } from '../../../editor/variable-source.ts';
import { KeyValueTable } from '../../../key-values/index.ts';
import { editObject } from '../model/objects.ts';
import type { Fields } from '../model/open-object.ts';
import { ownTab } from '../model/tabs.ts';
import { pairsOf } from '../request/pairs.ts';
import css from '../request/request.module.css';

interface StoredVariable {
  readonly name: string;
  readonly value?: string;
  readonly enabled?: boolean;
  readonly secret?: boolean;
  readonly docs?: string;
}

interface VariablesPaneProps {
  readonly tabKey: string;
  readonly value: Fields;
  readonly variables: VariableSource;
}

export function VariablesPane({ tabKey, value, variables }: VariablesPaneProps) {
  const own = (value['variables'] ?? []) as readonly StoredVariable[];
  return (
    <div className={css['scroll']}>
      <KeyValueTable
        label="Variables"
        rows={own.map(({ name, value: text = '', enabled = true, docs = '' }) => ({
          name,
          value: text,
          enabled,
          docs,
        }))}
        onChange={(rows) => {
          ownTab(tabKey);
          editObject(tabKey, {
            variables: pairsOf(rows).map((pair, at) => ({ ...formerOf(own, pair.name, at), ...pair })),
          });
        }}
        variables={variables}
        hasDescriptions
      />
    </div>
  );
}

/** Returns the variable that a row was before: the one with its name, or at its place. */
function formerOf(own: readonly StoredVariable[], name: string, at: number): StoredVariable | undefined {
  const same = own.find((each) => each.name === name);
  if (same !== undefined) return same;
  return own.length > at ? own[at] : undefined;
}
