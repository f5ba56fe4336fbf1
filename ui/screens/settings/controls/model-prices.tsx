// The prices of language models, from which the cost of AI requests is computed.
import type { Fields } from '../model/values.ts';
import css from '../settings.module.css';
import type { ControlProps } from './contract.ts';
import { EntryRows } from './entry-rows.tsx';
import { FieldOf } from './fields.tsx';

export function ModelPricesControl({ value, onChange, isWrong }: ControlProps) {
  return (
    <EntryRows
      {...{ entries: value as readonly Fields[], onChange }}
      thing="model price"
      blank={() => ({ model: '', input: '', cachedInput: '', cacheWrite: '', output: '', currency: 'USD' })}
    >
      {(of, set, index) => {
        const field = (name: string, label: string) => (
          <FieldOf
            {...{ of, onChange: set, name, label }}
            key={name}
            className={css['grow']}
            inputMode={name === 'model' || name === 'currency' ? 'text' : 'decimal'}
            mono={name === 'model'}
            isWrong={isWrong(`[${index}].${name}`)}
          />
        );
        return (
          <>
            <div className={css['line']}>
              {field('model', 'Model, such as gpt-5-mini*')}
              {field('currency', 'Currency')}
            </div>
            <div className={css['line']}>
              {field('input', 'Input')}
              {field('output', 'Output')}
            </div>
            <div className={css['line']}>
              {field('cachedInput', 'Cached input, if it differs')}
              {field('cacheWrite', 'Cache write, if it differs')}
            </div>
          </>
        );
      }}
    </EntryRows>
  );
}
