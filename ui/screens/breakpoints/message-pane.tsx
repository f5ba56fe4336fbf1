// Shows or edits one side of a held exchange: its first line, headers and body.
import { useId, useState } from 'react';
import { STATUS_CODES } from '../../../src/base/status-codes.ts';
import { Badge, Segmented, Tabs, TextField } from '../../parts/index.ts';
import { BodyPane } from './body-pane.tsx';
import css from './breakpoints.module.css';
import { edit, originalOf, type Content, type EditError, type Held } from './edits.ts';
import { HeaderRows } from './header-rows.tsx';

interface MessagePaneProps {
  readonly held: Held;
  readonly side: 'request' | 'response';
  /** Null for a side that has already been sent. */
  readonly content: Content | null;
  readonly changed: readonly (keyof Content)[];
  readonly error: EditError | null;
}

export function MessagePane({ held, side, content, changed, error }: MessagePaneProps) {
  const [shown, setShown] = useState<'edit' | 'original'>('edit');
  const isEditable = content !== null && shown === 'edit';
  const message = content === null ? sentRequest(held) : isEditable ? content : originalOf(held);
  const change = (part: Partial<Content>): void => edit(held, part);
  const wrong = error !== null && shown === 'edit' ? error : null;
  const title = side === 'request' ? 'Request' : 'Response';
  return (
    <section className={css['pane']} data-region aria-label={title}>
      <div className={css['paneHead']}>
        <h3>{title}</h3>
        {content === null ? (
          <Badge>Sent, read only</Badge>
        ) : (
          <StartLine {...{ side, message, isEditable, error: wrong, change }} />
        )}
        {changed.includes('status') && <Badge tone="warn">was {originalOf(held).status}</Badge>}
        <span className={css['gap']} />
        {content !== null && changed.length > 0 && (
          <Segmented
            label="Shown version"
            value={shown}
            options={[
              ['edit', 'Edit'],
              ['original', 'Original'],
            ]}
            onChange={setShown}
          />
        )}
      </div>
      <MessageParts {...{ side, message, changed, isEditable, change }} />
      {wrong !== null && (
        <p className={css['error']} role="alert">
          {wrong.message}
        </p>
      )}
      {content !== null && changed.length > 0 && (
        <p className={css['summary']}>{summary(originalOf(held), changed)}</p>
      )}
    </section>
  );
}

interface ShownMessage extends Pick<MessagePaneProps, 'side'> {
  readonly message: Content;
  readonly isEditable: boolean;
  readonly change: (part: Partial<Content>) => void;
}

interface StartLineProps extends ShownMessage {
  readonly error: EditError | null;
}

function StartLine({ side, message, isEditable, error, change }: StartLineProps) {
  const field = (name: 'method' | 'url' | 'status', label: string) => ({
    mono: true,
    'aria-label': label,
    value: message[name],
    readOnly: !isEditable,
    isWrong: error?.field === name,
    className: css[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  if (side === 'response')
    return (
      <>
        <TextField {...field('status', 'Status')} inputMode="numeric" />
        <span className={css['reason']}>{STATUS_CODES[Number(message.status)]}</span>
      </>
    );
  return (
    <>
      <TextField {...field('method', 'Method')} />
      <TextField {...field('url', 'URL')} />
    </>
  );
}

type MessagePartsProps = ShownMessage & Pick<MessagePaneProps, 'changed'>;

/** Shows the headers or the body, chosen by tabs. */
function MessageParts({ side, message, changed, isEditable, change }: MessagePartsProps) {
  const panel = useId();
  const [tab, setTab] = useState<'headers' | 'body'>('body');
  return (
    <>
      <Tabs
        label={`Parts of the ${side}`}
        items={[
          {
            id: 'headers',
            title: changed.includes('headers') ? 'Headers, changed' : 'Headers',
            count: message.headers.length,
          },
          { id: 'body', title: changed.includes('body') ? 'Body, changed' : 'Body' },
        ]}
        value={tab}
        onChange={setTab}
        panel={panel}
      />
      <div className={css['panel']} role="tabpanel" id={panel} aria-label={tab}>
        {tab === 'headers' ? (
          <HeaderRows
            headers={message.headers}
            {...(isEditable && { onChange: (headers: Content['headers']) => change({ headers }) })}
          />
        ) : (
          <BodyPane
            key={isEditable ? 'edit' : 'read'}
            label={`Body of the ${side}`}
            body={message.body}
            {...(isEditable && { onChange: (body: Content['body']) => change({ body }) })}
          />
        )}
      </div>
    </>
  );
}

function sentRequest({ request }: Held): Content {
  return { ...request, status: '' };
}

function summary({ method, url, status }: Content, changed: readonly (keyof Content)[]): string {
  const was: Partial<Record<keyof Content, string>> = {
    method: `method was ${method}`,
    url: `URL was ${url}`,
    status: `status was ${status}`,
    headers: 'headers',
    body: 'body',
  };
  const text = changed.map((part) => was[part] ?? part).join(', ');
  return `Changed: ${text}. Content-Length is set when you send.`;
}
