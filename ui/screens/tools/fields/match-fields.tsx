// The fields that say which requests a rule matches, and how many captured requests do.
import { Checkbox, Chip, ChipGroup, FormRow, Menu, SelectField, TextField } from '../../../parts/index.ts';
import { ChevronDown } from 'lucide-react';
import type { Rule } from '../model/drafts.ts';
import { examinedText, type DryRun } from '../model/dry-run.ts';
import { fieldId, useFieldError } from './context.ts';
import { Field } from './field.tsx';
import css from './fields.module.css';
import { labelOf } from '../model/labels.ts';
import type { JsonSchema } from '../model/schema.ts';

interface MatchFieldsProps {
  readonly schema: JsonSchema;
  readonly rule: Rule;
  readonly result: DryRun['result'];
  readonly onChange: (name: string, value: unknown) => void;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const OTHERS = ['HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'QUERY', 'PROPFIND', 'REPORT', 'PURGE'];

export function MatchFields({ schema, rule, result, onChange }: MatchFieldsProps) {
  const fields = schema.properties ?? {};
  return (
    <>
      {fields['pattern'] === undefined ? (
        <FormRow label="Matches">
          <p className={css['matchLine']}>
            <MatchCount result={result} />
          </p>
        </FormRow>
      ) : (
        <PatternRow {...{ schema, rule, result, onChange }} />
      )}
      {fields['methods'] !== undefined && (
        <MethodsRow value={rule['methods']} onChange={(value) => onChange('methods', value)} />
      )}
      {fields['conditions'] !== undefined && (
        <Field
          schema={{ ...fields['conditions'], description: undefined! }}
          name="conditions"
          path="conditions"
          value={rule['conditions']}
          onChange={(value) => onChange('conditions', value)}
        />
      )}
    </>
  );
}

function PatternRow({ schema, rule, result, onChange }: MatchFieldsProps) {
  const isBlank = rule['pattern'] === '';
  const wrong = useFieldError('pattern', true);
  const error = isBlank ? null : wrong;
  const types = schema.properties?.['patternType']?.enum ?? [];
  return (
    <FormRow
      label="Pattern"
      htmlFor={fieldId('pattern')}
      error={error}
      hint={isBlank ? 'A URL, with * for any text. * alone matches every request.' : undefined}
    >
      <div className={css['pattern']}>
        <TextField
          id={fieldId('pattern')}
          mono
          value={String(rule['pattern'])}
          isWrong={error !== null}
          onChange={(value) => onChange('pattern', value)}
        />
        <SelectField
          aria-label="Kind of pattern"
          value={String(rule['patternType'])}
          options={types.map((type) => [type, labelOf(type)] as const)}
          onChange={(value) => onChange('patternType', value)}
        />
      </div>
      <div className={css['matchLine']}>
        {rule['patternType'] === 'wildcard' && (
          <Checkbox
            label="Also paths below"
            checked={rule['includeSubpaths'] === true}
            onChange={(value) => onChange('includeSubpaths', value)}
          />
        )}
        <MatchCount result={wrong === null ? result : null} />
      </div>
    </FormRow>
  );
}

function MatchCount({ result }: { readonly result: DryRun['result'] }) {
  return (
    <span role="status" className={css['matchCount']}>
      {result !== null &&
        `Matches ${result.matched.length.toLocaleString('en')} of ${examinedText(result)} requests`}
    </span>
  );
}

interface MethodsRowProps {
  readonly value: unknown;
  readonly onChange: (methods: readonly string[]) => void;
}

function MethodsRow({ value, onChange }: MethodsRowProps) {
  const error = useFieldError('methods', true);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const toggle = (method: string): void =>
    onChange(chosen.includes(method) ? chosen.filter((each) => each !== method) : [...chosen, method]);
  const others = [...new Set([...OTHERS, ...chosen.filter((each) => !METHODS.includes(each))])];
  const extra = chosen.filter((each) => !METHODS.includes(each));
  return (
    <FormRow label="Methods" error={error}>
      <ChipGroup label="Methods" className={css['chips']}>
        {[...METHODS, ...extra].map((method) => (
          <Chip key={method} pressed={chosen.includes(method)} onPress={() => toggle(method)}>
            {method}
          </Chip>
        ))}
        <Menu
          entries={others.map((method) => ({
            label: method,
            checked: chosen.includes(method),
            keepOpen: true,
            onSelect: () => toggle(method),
          }))}
        >
          <button type="button" className={css['otherMethods']}>
            Other
            <ChevronDown aria-hidden />
          </button>
        </Menu>
      </ChipGroup>
    </FormRow>
  );
}
