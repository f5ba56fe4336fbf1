// The options of a type as a form. Only what was changed is in the file.
import { Checkbox, FormRow, SelectField, TextField } from '../../../../../parts/index.ts';
import { editRequest, type RequestSettings, type RequestView } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import { LineRow } from './line-row.tsx';

/** The name of the fields of a type in a request. */
export type Section = 'graphql' | 'grpc' | 'mcp' | 'ai' | 'sql' | 'websocket' | 'socketio' | 'mqtt' | 'tcp';

interface OptionBase {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export type Option =
  | (OptionBase & {
      readonly kind: 'text' | 'secret';
      readonly placeholder?: string;
      readonly initial?: string;
    })
  | (OptionBase & {
      readonly kind: 'number';
      readonly unit?: string;
      readonly initial: number | null;
      readonly isDecimal?: boolean;
    })
  | (OptionBase & { readonly kind: 'flag'; readonly initial: boolean })
  | (OptionBase & {
      readonly kind: 'choice';
      readonly options: readonly (readonly [value: string, title: string])[];
      /** True where the values are lists, written with commas. */
      readonly isList?: boolean;
    })
  /** A list of texts, one a line. */
  | (OptionBase & { readonly kind: 'lines' });

interface OptionsPaneProps extends PaneProps {
  readonly section: Section;
  readonly options: readonly Option[];
  /** The settings of every request that this type has too. */
  readonly settings?: readonly ('verifyTls' | 'timeoutMs')[];
}

export function OptionsPane({
  tabKey,
  request,
  variables,
  section,
  options,
  settings = [],
}: OptionsPaneProps) {
  const fields = sectionOf(request, section);
  const changed: Partial<RequestSettings> = request.settings;
  return (
    <div className={css['form']}>
      {options.map((option) => (
        <OptionRow
          key={option.name}
          option={option}
          value={fields[option.name]}
          variables={variables}
          onChange={(value) => editSection(tabKey, request, section, { [option.name]: value })}
        />
      ))}
      {settings.map((name) => (
        <OptionRow
          key={name}
          option={SETTINGS[name]}
          value={changed[name]}
          variables={variables}
          onChange={(value) => {
            const { [name]: _, ...rest } = changed;
            const isDefault = value === SETTINGS[name].initial;
            editRequest(tabKey, { settings: isDefault ? rest : { ...rest, [name]: value } });
          }}
        />
      ))}
    </div>
  );
}

const SETTINGS = {
  verifyTls: {
    name: 'verifyTls',
    label: 'Verify the certificate of the server',
    kind: 'flag',
    initial: true,
  },
  timeoutMs: {
    name: 'timeoutMs',
    label: 'Timeout',
    kind: 'number',
    unit: 'ms',
    initial: 0,
    hint: '0 waits for ever.',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** Returns the fields of a type; those that are not set are absent. */
export function sectionOf(request: RequestView, section: Section): Readonly<Record<string, unknown>> {
  return (request[section] as Readonly<Record<string, unknown>> | undefined) ?? {};
}

/** Changes fields of a type. */
export function editSection(
  tabKey: string,
  request: RequestView,
  section: Section,
  fields: Readonly<Record<string, unknown>>,
): void {
  editRequest(tabKey, { [section]: { ...sectionOf(request, section), ...fields } });
}

interface OptionRowProps {
  readonly option: Option;
  readonly value: unknown;
  readonly variables: PaneProps['variables'];
  readonly onChange: (value: unknown) => void;
}

function OptionRow({ option, value, variables, onChange }: OptionRowProps) {
  const { name, label, hint } = option;
  const id = `option-${name}`;
  const row = { label, htmlFor: id, ...(hint !== undefined && { hint }) };
  switch (option.kind) {
    case 'flag':
      return (
        <FormRow label="" {...(hint !== undefined && { hint })}>
          <Checkbox
            id={id}
            label={label}
            checked={typeof value === 'boolean' ? value : option.initial}
            onChange={onChange}
          />
        </FormRow>
      );
    case 'choice':
      return (
        <FormRow {...row}>
          <SelectField
            id={id}
            value={Array.isArray(value) ? value.join(',') : textOf(value, option.options[0]![0])}
            options={option.options}
            onChange={(chosen) => onChange(option.isList === true ? chosen.split(',') : chosen)}
          />
        </FormRow>
      );
    case 'number':
      return (
        <FormRow {...row}>
          <TextField
            id={id}
            inputMode={option.isDecimal === true ? 'decimal' : 'numeric'}
            unit={option.unit}
            value={String(value ?? option.initial ?? '')}
            onChange={(text) => {
              if (text === '') onChange(option.initial);
              else if ((option.isDecimal === true ? /^\d+(?:\.\d*)?$/ : /^\d{1,9}$/).test(text))
                onChange(Number(text));
            }}
          />
        </FormRow>
      );
    case 'lines':
      return (
        <FormRow {...row}>
          <textarea
            id={id}
            className={css['area']}
            rows={3}
            spellCheck={false}
            value={Array.isArray(value) ? value.join('\n') : ''}
            onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
          />
        </FormRow>
      );
    case 'text':
    case 'secret':
      return (
        <LineRow
          label={label}
          value={textOf(value, option.initial ?? '')}
          variables={variables}
          isSecret={option.kind === 'secret'}
          {...(option.placeholder !== undefined && { placeholder: option.placeholder })}
          {...(hint !== undefined && { hint })}
          onChange={onChange}
        />
      );
  }
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
