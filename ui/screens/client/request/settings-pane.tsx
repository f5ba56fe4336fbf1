// The settings of a request, a folder or a collection. Only what is set here is in its file; the rest is inherited.
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox, FormRow, IconButton, SelectField, TextField } from '../../../parts/index.ts';
import { inheritedSettings, settingOwner, useAround, type Around } from './around.ts';
import own from './around.module.css';
import { editRequest, type RequestSettings } from './fields.ts';
import type { PaneProps } from './pane.ts';
import css from './request.module.css';

type Name = keyof RequestSettings;

const FLAGS: readonly (readonly [Name, string, string])[] = [
  ['followRedirects', 'Follow redirects', ''],
  ['keepMethod', 'Keep the method on a redirect', 'Browsers use GET after 301 and 302.'],
  ['keepAuthorization', 'Keep the authorization on a redirect', 'Also for another host.'],
  ['verifyTls', 'Verify the certificate of the server', ''],
  ['sendCookies', 'Send and keep cookies', ''],
  ['encodeUrl', 'Encode characters that URLs do not have', ''],
  ['bodyWithGet', 'Send a body with GET and HEAD', ''],
];

const NUMBERS = [
  { name: 'maxRedirects', label: 'Redirects', max: 100 },
  { name: 'timeoutMs', label: 'Timeout', max: 86_400_000, hint: '0 waits for ever.' },
] as const;

const VERSIONS = [
  ['auto', 'The best that the server has'],
  ['1.1', 'HTTP/1.1'],
  ['2', 'HTTP/2'],
] as const;

export function SettingsPane({ tabKey, request: { settings } }: Pick<PaneProps, 'tabKey' | 'request'>) {
  const around = useAround(tabKey);
  const inherited = inheritedSettings(around);
  const value: RequestSettings = { ...inherited, ...settings };
  const set = (name: Name, next: RequestSettings[Name] | undefined): void => {
    const { [name]: _, ...rest } = settings;
    const isInherited = next === undefined || next === inherited[name];
    editRequest(tabKey, { settings: isInherited ? rest : { ...rest, [name]: next } });
  };
  const row = (name: Name, control: ReactNode) => (
    <SettingRow
      isOwn={settings[name] !== undefined}
      from={settingOwner(around, name)}
      fallback={textOf(inherited[name])}
      onBack={() => set(name, undefined)}
    >
      {control}
    </SettingRow>
  );
  return (
    <div className={css['form']}>
      {FLAGS.map(([name, label, hint]) => (
        <FormRow key={name} label="" {...(hint !== '' && { hint })}>
          {row(
            name,
            <Checkbox label={label} checked={value[name] === true} onChange={(on) => set(name, on)} />,
          )}
        </FormRow>
      ))}
      {NUMBERS.map(({ name, label, max, ...more }) => (
        <FormRow key={name} label={label} htmlFor={`setting-${name}`} {...more}>
          {row(
            name,
            <TextField
              id={`setting-${name}`}
              inputMode="numeric"
              unit={name === 'timeoutMs' ? 'ms' : undefined}
              value={String(value[name])}
              onChange={(text) => /^\d+$/.test(text) && Number(text) <= max && set(name, Number(text))}
            />,
          )}
        </FormRow>
      ))}
      <FormRow label="HTTP version" htmlFor="setting-version">
        {row(
          'httpVersion',
          <SelectField
            id="setting-version"
            value={value.httpVersion}
            options={VERSIONS}
            onChange={(version) => set('httpVersion', version as RequestSettings['httpVersion'])}
          />,
        )}
      </FormRow>
    </div>
  );
}

function textOf(value: RequestSettings[Name]): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return VERSIONS.find(([version]) => version === value)?.[1] ?? String(value);
}

interface SettingRowProps {
  readonly isOwn: boolean;
  /** The owner of the inherited value; undefined for the app. */
  readonly from: Around | undefined;
  /** The value without that which is set here. */
  readonly fallback: string;
  readonly onBack: () => void;
  readonly children: ReactNode;
}

/** A setting with its source: a value that is set here has a bar, and goes back to what is inherited. */
function SettingRow({ isOwn, from, fallback, onBack, children }: SettingRowProps) {
  const source = from?.name ?? 'the app';
  return (
    <span className={own['setting']} data-own={isOwn}>
      {children}
      <span className={own['setting']}>
        <span className={own['source']} title={isOwn ? `${fallback} in ${source}` : `from ${source}`}>
          {isOwn ? `set here; ${fallback} in ${source}` : source}
        </span>
        {isOwn && (
          <IconButton
            icon={Undo2}
            size="small"
            label={from === undefined ? 'Back to the default' : 'Back to inherited'}
            onClick={onBack}
          />
        )}
      </span>
    </span>
  );
}
