// The ports that forward to one server each.
import { Checkbox, Switch } from '../../../parts/index.ts';
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { EntryRows } from './entry-rows.tsx';
import { FieldOf } from './fields.tsx';

export function ReverseProxiesControl({ value, onChange, isWrong }: ControlProps) {
  return (
    <EntryRows
      {...{ entries: value as readonly Fields[], onChange }}
      thing="reverse proxy"
      blank={() => ({
        id: crypto.randomUUID(),
        enabled: true,
        name: '',
        listenPort: '',
        target: '',
        preserveHost: false,
      })}
    >
      {(of, set, index) => (
        <>
          <div className={css['line']}>
            <Switch
              label={`Reverse proxy ${String(of['listenPort'])}`}
              on={of['enabled'] === true}
              onChange={(enabled) => set({ ...of, enabled })}
            />
            <FieldOf
              {...{ of, onChange: set }}
              label="Port"
              name="listenPort"
              mono
              className={css['smallPort']}
              isWrong={isWrong(`[${index}].listenPort`)}
            />
            <FieldOf
              {...{ of, onChange: set }}
              label="Target, such as https://api.example.com"
              name="target"
              mono
              className={css['grow']}
              isWrong={isWrong(`[${index}].target`)}
            />
          </div>
          <div className={css['line']}>
            <FieldOf {...{ of, onChange: set }} label="Name, optional" name="name" className={css['grow']} />
            <Checkbox
              label="Keep the Host header"
              checked={of['preserveHost'] === true}
              onChange={(preserveHost) => set({ ...of, preserveHost })}
            />
          </div>
        </>
      )}
    </EntryRows>
  );
}
