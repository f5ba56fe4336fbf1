// A setting: its name and meaning at the left, its control and error at the right.
import { CircleX } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Badge, ConflictNote } from '../../parts/index.ts';
import type { Settings } from '../../../src/session/methods/ui-types.ts';
import { change, RESTARTING, settle, useSettingsDraft, type Issue } from './model/draft.ts';
import type { SettingEntry } from './entry.ts';
import css from './settings.module.css';

interface SettingRowProps {
  readonly entry: SettingEntry;
  readonly stored: Settings;
}

export function SettingRow({ entry, stored }: SettingRowProps) {
  const id = useId();
  const { changes, issues, conflicts } = useSettingsDraft();
  const { key, title, hint, isField, Control } = entry;
  const own = issues.filter(({ field }) => isBelow(field, key));
  return (
    <Row
      {...{ title, hint }}
      restarts={RESTARTING.includes(key)}
      isChanged={key in changes}
      {...(isField && { htmlFor: id })}
    >
      <Control
        {...{ id, title }}
        value={key in changes ? changes[key] : stored[key]}
        onChange={(typed) => change(key, typed)}
        isWrong={(path) => own.some(({ field }) => isBelow(field.slice(key.length).replace(/^\./, ''), path))}
      />
      {conflicts.includes(key) && (
        <ConflictNote saved={stored[key]} onDecide={(keeps) => settle(key, keeps)} />
      )}
      {own.length > 0 && (
        <div className={css['errors']} role="alert" id={`${id}-error`}>
          {own.map((issue) => (
            <p key={issue.field}>
              <CircleX aria-hidden />
              {issueText(key, issue)}
            </p>
          ))}
        </div>
      )}
    </Row>
  );
}

interface RowProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly restarts?: boolean;
  readonly isChanged?: boolean;
  /** The id of the only field; without it, the row is a group. */
  readonly htmlFor?: string;
  readonly children: ReactNode;
}

export function Row({ title, hint, restarts = false, isChanged = false, htmlFor, children }: RowProps) {
  const Label = htmlFor === undefined ? 'span' : 'label';
  return (
    <div
      className={css['row']}
      data-changed={isChanged}
      {...(htmlFor === undefined && { role: 'group', 'aria-label': title })}
    >
      <div>
        <div className={css['label']}>
          <Label {...(htmlFor !== undefined && { htmlFor })}>{title}</Label>
          {restarts && <Badge title="Changing this restarts the proxy">Restarts</Badge>}
        </div>
        <p className={css['hint']}>{hint}</p>
      </div>
      <div className={css['control']}>{children}</div>
    </div>
  );
}

function isBelow(field: string, start: string): boolean {
  return (
    field === start || (field.startsWith(start) && (start === '' || /[.[]/.test(field.charAt(start.length))))
  );
}

const NAMES: Readonly<Record<string, string>> = {
  port: 'Port',
  host: 'Host',
  url: 'URL',
  listenPort: 'Port',
  target: 'Target',
  model: 'Model',
  input: 'Input',
  cachedInput: 'Cached input',
  cacheWrite: 'Cache write',
  output: 'Output',
  currency: 'Currency',
  certPath: 'Certificate',
  keyPath: 'Key',
  passphrase: 'Passphrase',
  bypassHosts: 'Direct hosts',
  folder: 'Folder',
  filter: 'Filter',
  minutes: 'Minutes',
  maxBytes: 'Size',
  maxFiles: 'Files',
  name: 'Name',
  value: 'Value',
  serviceName: 'Name of the service',
};

/** Returns the error, with the name of the wrong part if the setting has parts. */
function issueText(key: string, { field, message }: Issue): string {
  const rest = field.slice(key.length);
  const index = /^\.?(?:bypassHosts|headers)?\[(\d+)\]/.exec(rest)?.[1];
  const name = NAMES[/\.(\w+)(?:\[\d+\])?$/.exec(rest)?.[1] ?? ''];
  const position = [index === undefined ? null : `${Number(index) + 1}`, name ?? null].filter(
    (each) => each !== null,
  );
  return position.length === 0 ? message : `${position.join(', ')}: ${message}`;
}
