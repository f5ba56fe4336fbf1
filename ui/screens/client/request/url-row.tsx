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
import { cancelSend, useSend } from '../sends/index.ts';
import { editRequest, type RequestView } from './fields.ts';
import css from './request.module.css';
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
      run: () => row.current?.querySelector<HTMLElement>('[contenteditable]')?.focus(),
    },
  ]);
  return (
    <div className={css['urlRow']} ref={row}>
      <div className={css['urlBar']}>
        <MethodMenu tabKey={tabKey} request={request} />
        <Suspense fallback={<span className={css['urlText']}>{urlText(request)}</span>}>
          <LineEdit
            label="URL"
            hasSegments
            mono
            placeholder="https://api.example.com/orders, or a curl command"
            value={urlText(request)}
            variables={variables}
            autoFocus={request.url === ''}
            onChange={(text) => editRequest(tabKey, typedUrl(text, request))}
            onCommit={onSend}
            onPaste={(text) => pasteCommand(tabKey, text)}
          />
        </Suspense>
      </div>
      <SendButton tabKey={tabKey} isOff={request.url.trim() === ''} onSend={onSend} />
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

function SendButton({
  tabKey,
  isOff,
  onSend,
}: {
  readonly tabKey: string;
  readonly isOff: boolean;
  readonly onSend: () => void;
}) {
  const { type } = useSend(tabKey);
  if (type === 'going')
    return (
      <Button kind="line" keys="mod+." onClick={() => cancelSend(tabKey)}>
        Stop
      </Button>
    );
  return (
    <Button kind="primary" keys="mod+enter" disabled={isOff} onClick={onSend}>
      Send
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
