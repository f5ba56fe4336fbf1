// The pane of a connection: its messages as they come, the opening, tests, console, and how long it is open.
import { lazy, Suspense } from 'react';
import { Waiting } from '../../../bodies/waiting.tsx';
import { sizeText } from '../../../format/measures.ts';
import { NameValues } from '../../../parts/name-values.tsx';
import shared from '../../../parts/content.module.css';
import { Spinner, Tabs, type TabItem } from '../../../parts/index.ts';
import { useNow } from '../../../state/clock.ts';
import { createChoices } from '../response/choices.ts';
import { PaneContent } from '../response/pane-content.tsx';
import type { ResponsePaneProps } from '../response/props.ts';
import paneCss from '../response/response-pane.module.css';
import { isFailed, tabsOf, type PaneTab, type Shown } from '../response/shown.ts';
import { SignIn } from '../response/sign-in.tsx';
import { cancelSend, useSend } from '../sends/index.ts';
import css from './connection-pane.module.css';
import { isOpen } from './state.ts';

const Topics = lazy(async () => ({ default: (await import('./topics.tsx')).Topics }));
const Messages = lazy(async () => ({ default: (await import('../messages/messages.tsx')).Messages }));

const chosenTabs = createChoices('client.connectionTabs');

type ConnectionTab = PaneTab | 'opening' | 'topics';

export function ConnectionPane(props: ResponsePaneProps) {
  const { tab } = props;
  const send = useSend(tab);
  const wanted = chosenTabs.use(tab);
  if (send.type === 'idle') return null;
  const items = itemsOf(send, typeOf(props));
  const current = items.find(({ id }) => id === wanted) ?? items[0]!;
  const panel = `connection-${tab}`;
  return (
    <section className={paneCss['pane']} aria-label="Connection" data-send={send.type}>
      <Tabs<ConnectionTab>
        label="Connection"
        items={items}
        value={current.id}
        onChange={(id) => chosenTabs.choose(tab, id)}
        panel={panel}
        end={<Figures send={send} />}
      />
      {send.type === 'going' && send.page !== null && (
        <SignIn page={send.page} onStop={() => cancelSend(tab)} />
      )}
      <div className={paneCss['panel']} id={panel} role="tabpanel" aria-label={current.title}>
        <Suspense fallback={<Waiting />}>
          {current.id === 'messages' && <Messages key={send.startedAt} send={send} />}
          {current.id === 'topics' && <Topics key={send.startedAt} send={send} />}
          {current.id === 'opening' && <Opening send={send} />}
        </Suspense>
        {current.id !== 'messages' && current.id !== 'topics' && current.id !== 'opening' && (
          <PaneContent pane={current.id} {...props} shown={send} type={typeOf(props)} />
        )}
      </div>
    </section>
  );
}

function typeOf({ request }: ResponsePaneProps): string {
  return typeof request['type'] === 'string' ? request['type'] : '';
}

/** Messages first, then what the response of any request has. */
function itemsOf(send: Shown, type: string): readonly TabItem<ConnectionTab>[] {
  const others = tabsOf(send, '').filter(({ id }) => ['tests', 'console', 'sent'].includes(id));
  const failed = isFailed(send) && send.end.outcome !== 'stopped';
  return [
    ...(failed && send.notices.length === 0 ? [{ id: 'error', title: 'Error' } as const] : []),
    ...(send.type === 'going' && !isOpen(send) ? [{ id: 'progress', title: 'Progress' } as const] : []),
    { id: 'messages', title: 'Messages', count: send.messages.length },
    ...(type === 'mqtt' && send.notices.length > 0 ? [{ id: 'topics', title: 'Topics' } as const] : []),
    ...(send.notices.length > 0 ? [{ id: 'opening', title: 'Connection' } as const] : []),
    ...others,
  ];
}

/** The answer to the opening, and the headers and trailers at the end. */
function Opening({ send }: { readonly send: Shown }) {
  const opening = send.notices.find((notice) => notice.type === 'open');
  const response = send.type === 'ended' ? send.end.response : null;
  const facts = opening?.facts ?? [];
  const ended = response?.trailers ?? [];
  return (
    <div className={shared['scroll']} role="region" aria-label="Connection" tabIndex={0}>
      {response !== null && (
        <p className={shared['hint']}>
          {response.httpVersion}: {response.status} {response.reason}
        </p>
      )}
      <NameValues
        rows={facts.map(({ name, value }) => [name, value])}
        empty="The server has told nothing at the opening."
      />
      {ended.length > 0 && (
        <>
          <h3 className={shared['section']}>Trailers</h3>
          <NameValues rows={ended.map(({ name, value }) => [name, value])} empty="" />
        </>
      )}
    </div>
  );
}

function stateOf(send: Shown): 'Connecting' | 'Open' | 'Failed' | 'Closed' {
  if (send.type === 'going') return isOpen(send) ? 'Open' : 'Connecting';
  return isFailed(send) && send.end.outcome !== 'stopped' ? 'Failed' : 'Closed';
}

/** Returns minutes and seconds, such as `2:14`. */
function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Figures({ send }: { readonly send: Shown }) {
  const now = useNow(send.type === 'going');
  const ms = send.type === 'ended' ? send.end.ms : Math.max(0, now - send.startedAt);
  const size = send.messages.reduce((sum, message) => sum + message.size, 0);
  const state = stateOf(send);
  return (
    <span className={css['figures']}>
      {state === 'Connecting' ? (
        <Spinner />
      ) : (
        <span className={css['dot']} data-state={state.toLowerCase()} aria-hidden />
      )}
      <span data-state={state.toLowerCase()} role="status">
        {state}
      </span>
      <span>{clockOf(ms)}</span>
      <span>{sizeText(size)}</span>
    </span>
  );
}
