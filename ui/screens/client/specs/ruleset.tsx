// The rules by which descriptions are checked: the recommended ones, or those of a file in the workspace.
import { Settings } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, FormRow, IconButton, Popover, TextField } from '../../../parts/index.ts';
import { createPreference, isString } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import css from './spec.module.css';

/** The path of a ruleset, relative to the workspace; empty for the recommended rules. */
export const ruleset = createPreference('client.spec.ruleset', '', isString);

export function RulesetChoice() {
  const path = useStore(ruleset);
  const [typed, setTyped] = useState(path);
  const id = useId();
  return (
    <>
      <span className={css['rules']}>{path === '' ? 'recommended rules' : path}</span>
      <Popover
        label="Rules"
        width={320}
        align="end"
        trigger={<IconButton icon={Settings} size="small" label="Choose the rules" />}
      >
        <FormRow
          label="Ruleset"
          htmlFor={id}
          hint="A file of Redocly or Spectral, relative to the workspace. Empty for the recommended rules."
        >
          <TextField
            id={id}
            mono
            placeholder="redocly.yaml"
            value={typed}
            onChange={setTyped}
            onKeyDown={({ key }) => key === 'Enter' && ruleset.set(typed.trim())}
          />
        </FormRow>
        <div className={css['rulesFoot']}>
          <Button
            size="small"
            kind="line"
            disabled={typed.trim() === path}
            onClick={() => ruleset.set(typed.trim())}
          >
            Use these rules
          </Button>
        </div>
      </Popover>
    </>
  );
}
