// The settings of a request. Only those that differ from the defaults are in its file.
import { Button, Checkbox, FormRow, SelectField, TextField } from '../../../parts/index.ts';
import { editRequest, type RequestSettings } from './fields.ts';
import type { PaneProps } from './pane.ts';
import css from './request.module.css';

type Name = keyof RequestSettings;

const DEFAULTS: RequestSettings = {
  followRedirects: true,
  maxRedirects: 10,
  keepMethod: false,
  keepAuthorization: false,
  verifyTls: true,
  timeoutMs: 0,
  httpVersion: 'auto',
  encodeUrl: true,
  sendCookies: true,
  bodyWithGet: true,
};

const FLAGS: readonly (readonly [Name, string, string])[] = [
  ['followRedirects', 'Follow redirects', ''],
  ['keepMethod', 'Keep the method on a redirect', 'Browsers use GET after 301 and 302.'],
  ['keepAuthorization', 'Keep the authorization on a redirect', 'Also for another host.'],
  ['verifyTls', 'Verify the certificate of the server', ''],
  ['sendCookies', 'Send and keep cookies', ''],
  ['encodeUrl', 'Encode characters that URLs do not have', ''],
  ['bodyWithGet', 'Send a body with GET and HEAD', ''],
];

const VERSIONS = [
  ['auto', 'The best that the server has'],
  ['1.1', 'HTTP/1.1'],
  ['2', 'HTTP/2'],
] as const;

export function SettingsPane({ tabKey, request: { settings } }: PaneProps) {
  const value = { ...DEFAULTS, ...settings };
  const set = (name: Name, next: RequestSettings[Name]): void => {
    const { [name]: _, ...rest } = settings;
    editRequest(tabKey, { settings: next === DEFAULTS[name] ? rest : { ...rest, [name]: next } });
  };
  const back = (name: Name) =>
    value[name] === DEFAULTS[name] ? null : (
      <Button size="small" onClick={() => set(name, DEFAULTS[name])}>
        Back to the default
      </Button>
    );
  const number = (name: 'maxRedirects' | 'timeoutMs', text: string): void => {
    const parsed = Number(text);
    if (/^\d+$/.test(text) && parsed <= (name === 'maxRedirects' ? 100 : 86_400_000)) set(name, parsed);
  };
  return (
    <div className={css['form']}>
      {FLAGS.map(([name, label, hint]) => (
        <FormRow key={name} label="" {...(hint !== '' && { hint })}>
          <span className={css['flagRow']}>
            <Checkbox label={label} checked={value[name] === true} onChange={(on) => set(name, on)} />
            {back(name)}
          </span>
        </FormRow>
      ))}
      <FormRow label="Redirects" htmlFor="setting-redirects">
        <TextField
          id="setting-redirects"
          inputMode="numeric"
          value={String(value.maxRedirects)}
          onChange={(text) => number('maxRedirects', text)}
        />
        {back('maxRedirects')}
      </FormRow>
      <FormRow label="Timeout" htmlFor="setting-timeout" hint="0 waits for ever.">
        <TextField
          id="setting-timeout"
          inputMode="numeric"
          unit="ms"
          value={String(value.timeoutMs)}
          onChange={(text) => number('timeoutMs', text)}
        />
        {back('timeoutMs')}
      </FormRow>
      <FormRow label="HTTP version" htmlFor="setting-version">
        <SelectField
          id="setting-version"
          value={value.httpVersion}
          options={VERSIONS}
          onChange={(version) => set('httpVersion', version as RequestSettings['httpVersion'])}
        />
        {back('httpVersion')}
      </FormRow>
    </div>
  );
}
