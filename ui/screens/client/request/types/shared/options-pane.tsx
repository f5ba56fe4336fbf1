// The options of a type as a form. Only what was changed is in the file.
import { inheritedSettings, useAround } from '../../around.ts';
import { editRequest, type RequestSettings, type RequestView } from '../../fields.ts';
import type { PaneProps } from '../../pane.ts';
import css from '../../request.module.css';
import type { Option, Section } from './option.ts';
import { OptionRow } from './option-row.tsx';

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
  const inherited = inheritedSettings(useAround(tabKey));
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
          option={{ ...SETTINGS[name], initial: inherited[name] } as Option}
          value={changed[name]}
          variables={variables}
          onChange={(value) => {
            const { [name]: _, ...rest } = changed;
            const isInherited = value === inherited[name];
            editRequest(tabKey, { settings: isInherited ? rest : { ...rest, [name]: value } });
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
