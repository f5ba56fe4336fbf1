// Method, URL and Send. A curl command that is pasted into the URL replaces the request.
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useCommands } from '../../../commands/index.ts';
import { rpc } from '../../../api/client.ts';
import { Button, Menu, type MenuEntry } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { useVariables } from '../model/variables.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import { disconnect } from '../connections/index.ts';
import { isOpen } from '../connections/state.ts';
import { useSend } from '../sends/index.ts';
import { editRequest, type RequestView } from './fields.ts';
import type { PaneProps } from './pane.ts';
import css from './request.module.css';
import { canSend, typeView, useStaysOpen } from './types/index.ts';
import { typedUrl, urlText } from './url-text.ts';

const LineEdit = lazy(() => import('../../../editor/line-edit.tsx'));

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

interface UrlRowProps {
  readonly tabKey: string;
  readonly request: RequestView;
  readonly where: { readonly collection?: string };
  readonly onSend: () => void;
}

export function UrlRow({ tabKey, request, where, onSend }: UrlRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const variables = useVariables({ ...where, request: tabKey.slice('request:'.length) });
  useCommands([
    {
      id: 'client.url',
      title: 'Go to the URL',
      group: 'client',
      keys: 'mod+l',
      inFields: true,
      run: () => row.current?.querySelector<HTMLElement>(`.${css['url']} [contenteditable]`)?.focus(),
    },
  ]);
  const { Before, After } = typeView(request.type);
  const pane = { tabKey, request, variables };
  return (
    <div className={css['urlRow']} ref={row}>
      <div className={css['urlBar']}>
        <MethodMenu tabKey={tabKey} request={request} />
        {Before !== undefined && <Before {...pane} />}
        <Address {...pane} onSend={onSend} />
        {After !== undefined && <After {...pane} />}
      </div>
      <SendButton tabKey={tabKey} request={request} isOff={!canSend(request)} onSend={onSend} />
    </div>
  );
}

/** The URL, or what a type has in its place. */
function Address({ tabKey, request, variables, onSend }: PaneProps & Pick<UrlRowProps, 'onSend'>) {
  const { urlHint, address } = typeView(request.type);
  const own = address?.(request) ?? null;
  const text = own?.value ?? urlText(request);
  return (
    <div className={css['url']}>
      <Suspense fallback={<span className={css['urlText']}>{text}</span>}>
        <LineEdit
          key={own?.label ?? 'URL'}
          label={own?.label ?? 'URL'}
          hasSegments={own === null && request.type === 'http'}
          mono
          placeholder={own?.hint ?? urlHint}
          value={text}
          variables={variables}
          autoFocus={text === ''}
          onChange={(changed) =>
            editRequest(tabKey, own === null ? typedUrl(changed, request) : own.change(changed))
          }
          onCommit={onSend}
          onPaste={(pasted) => request.type === 'http' && pasteCommand(tabKey, pasted)}
        />
      </Suspense>
    </div>
  );
}

function MethodMenu({ tabKey, request }: Pick<UrlRowProps, 'tabKey' | 'request'>) {
  if (request.type !== 'http')
    return (
      <span className={css['method']}>
        <RequestLabel type={request.type} method={request.method} />
      </span>
    );
  const entries: readonly MenuEntry[] = METHODS.map((method) => ({
    label: method,
    checked: method === request.method,
    onSelect: () => editRequest(tabKey, { method }),
  }));
  return (
    <Menu entries={entries}>
      <button type="button" className={css['method']} aria-label={`Method ${request.method}`}>
        <RequestLabel type="http" method={request.method} />
        <ChevronDown aria-hidden />
      </button>
    </Menu>
  );
}

interface SendButtonProps extends Pick<UrlRowProps, 'tabKey' | 'request' | 'onSend'> {
  readonly isOff: boolean;
}

function SendButton({ tabKey, request, isOff, onSend }: SendButtonProps) {
  const state = useSend(tabKey);
  const isConnection = useStaysOpen(request);
  if (state.type === 'going')
    return (
      <Button kind="line" keys="mod+." onClick={() => disconnect(tabKey)}>
        {isOpen(state) ? 'Disconnect' : 'Stop'}
      </Button>
    );
  const isAgain = isConnection && state.type === 'ended' && state.isConnection;
  return (
    <Button kind="primary" keys="mod+enter" disabled={isOff} onClick={onSend}>
      {isAgain ? 'Reconnect' : isConnection ? 'Connect' : typeView(request.type).send(request)}
    </Button>
  );
}

/** Takes over a curl command; returns false for another text. */
function pasteCommand(key: string, text: string): boolean {
  if (!/^\s*curl(?:\.exe)?\s/i.test(text)) return false;
  void attempt('The command cannot be read', async () => {
    const { request, warnings } = await rpc('client.request_from_text', { text });
    const { method, url, query, headers, body, auth } = request as unknown as RequestView;
    editRequest(key, { method, url, query, headers, body, auth });
    say(
      warnings.length === 0 ? 'Taken from the curl command' : `Taken from the curl command. ${warnings[0]!}`,
    );
  });
  return true;
}
