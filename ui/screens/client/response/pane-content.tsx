// The content of a tab of the response.
import { lazy, Suspense } from 'react';
import { Waiting } from '../../../bodies/waiting.tsx';
import { NameValues } from '../../../parts/name-values.tsx';
import shared from '../../../parts/content.module.css';
import { withId } from '../sends/index.ts';
import { Messages } from '../messages/messages.tsx';
import { BodyTab } from './body-tab.tsx';
import { ConsoleTab } from './console-tab.tsx';
import { ConversationTab } from './conversation-tab.tsx';
import { CookiesTab } from './cookies-tab.tsx';
import { ErrorTab } from './error-tab.tsx';
import { GraphqlErrors } from './graphql-errors.tsx';
import { HowFar } from './how-far.tsx';
import { PreviewTab } from './preview-tab.tsx';
import type { ResponsePaneProps } from './props.ts';
import { SentTab } from './sent-tab.tsx';
import { headOf, isFailed, type PaneTab, type Shown } from './shown.ts';
import { TestsTab } from './tests-tab.tsx';

const ResultTab = lazy(async () => ({ default: (await import('../results/index.tsx')).ResultTab }));

interface PaneContentProps extends Omit<ResponsePaneProps, 'actions'> {
  readonly pane: PaneTab;
  readonly shown: Shown | null;
  /** The type of the request. */
  readonly type: string;
}

export function PaneContent(props: PaneContentProps) {
  const { pane, tab, shown, request, where } = props;
  if (shown === null || pane === 'preview')
    return <PreviewTab request={withId(tab, request)} where={where} />;
  return <Suspense fallback={<Waiting />}>{contentOf(props, shown)}</Suspense>;
}

function contentOf({ pane, tab, request, where, onSend, type }: PaneContentProps, shown: Shown) {
  switch (pane) {
    case 'progress':
      return <HowFar send={shown} code={null} />;
    case 'error':
      return isFailed(shown) && <ErrorTab send={shown} {...{ tab, request, where, onSend }} />;
    case 'conversation':
      return <ConversationTab key={shown.startedAt} send={shown} />;
    case 'messages':
      return <Messages key={shown.startedAt} send={shown} />;
    case 'result':
      return shown.type === 'ended' && <ResultTab key={shown.channel} type={type} send={shown} />;
    case 'body':
      return (
        shown.type === 'ended' && (
          <>
            {type === 'graphql' && <GraphqlErrors send={shown} />}
            <BodyTab key={shown.stored?.id ?? shown.channel} tab={tab} send={shown} />
          </>
        )
      );
    case 'headers':
      return <HeadersTab send={shown} />;
    case 'cookies':
      return <CookiesTab send={shown} />;
    case 'tests':
      return <TestsTab send={shown} />;
    case 'console':
      return <ConsoleTab send={shown} />;
    case 'sent':
      return <SentTab key={shown.startedAt} send={shown} />;
    case 'preview':
      return null;
  }
}

function HeadersTab({ send }: { readonly send: Shown }) {
  const headers = headOf(send)?.headers ?? [];
  const trailers = send.type === 'ended' ? (send.end.response?.trailers ?? []) : [];
  return (
    <div className={shared['scroll']} role="region" aria-label="Headers" tabIndex={0}>
      <NameValues rows={headers.map(({ name, value }) => [name, value])} empty="There are no headers." />
      {trailers.length > 0 && (
        <>
          <h3 className={shared['section']}>Trailers</h3>
          <NameValues rows={trailers.map(({ name, value }) => [name, value])} empty="" />
        </>
      )}
    </div>
  );
}
