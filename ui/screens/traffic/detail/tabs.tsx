// The tabs of the detail. Tabs that the protocol cannot have are absent.
import { Suspense } from 'react';
import type { FlowDetail, FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { Note, type TabItem } from '../../../parts/index.ts';
import { TriangleAlert } from 'lucide-react';
import { CodeTab } from './code-tab.tsx';
import { Exchange } from './exchange.tsx';
import { Messages } from './messages.tsx';
import { NotDecrypted } from './not-decrypted.tsx';
import { Overview } from './overview.tsx';
import { RulesTab } from './rules-tab.tsx';
import { Timing } from './timing.tsx';
import { TlsTab } from './tls-tab.tsx';
import { isTunnel, sendRefusal } from '../model/sendable.ts';
import { isWebSocket, type TabId } from '../model/tab-ids.ts';
import type { LoadedDetail } from './use-detail.ts';
import { Waiting } from '../../../bodies/waiting.tsx';

export function detailTabs(flow: FlowSummary, detail: FlowDetail | null): readonly TabItem<TabId>[] {
  const messages = messageCount(detail);
  return [
    ...(isTunnel(flow) ? [] : [{ id: 'exchange', title: 'Exchange' } as const]),
    ...(messages === null && !isWebSocket(flow)
      ? []
      : [{ id: 'messages', title: 'Messages', count: messages ?? undefined } as const]),
    { id: 'overview', title: 'Overview' },
    { id: 'timing', title: 'Timing' },
    { id: 'tls', title: 'TLS' },
    { id: 'rules', title: 'Rules', count: detail?.matchedRules?.length },
    ...(sendRefusal(flow) !== false ? [] : [{ id: 'code', title: 'Code' } as const]),
  ];
}

function messageCount(detail: FlowDetail | null): number | null {
  const log = detail?.webSocketMessages ?? detail?.serverSentEvents ?? detail?.grpc?.messages;
  return log?.length ?? null;
}

interface TabContentProps {
  readonly tab: TabId;
  readonly loaded: LoadedDetail;
  readonly summary: FlowSummary;
}

export function TabContent({ tab, loaded: { detail, error }, summary }: TabContentProps) {
  return (
    <>
      {summary.state === 'failed' && (
        <Note tone="danger" icon={TriangleAlert}>
          {summary.error}
        </Note>
      )}
      {error !== null && (
        <Note tone="danger" icon={TriangleAlert} title="The detail cannot be loaded">
          {error}
        </Note>
      )}
      {summary.notDecrypted !== undefined && <NotDecrypted flow={summary} reason={summary.notDecrypted} />}
      {detail === null ? (
        error === null && <Waiting />
      ) : (
        <Suspense fallback={<Waiting />}>{contentOf(tab, detail)}</Suspense>
      )}
    </>
  );
}

function contentOf(tab: TabId, detail: FlowDetail) {
  switch (tab) {
    case 'exchange':
      return <Exchange detail={detail} />;
    case 'messages':
      return <Messages detail={detail} />;
    case 'overview':
      return <Overview key={detail.id} detail={detail} />;
    case 'timing':
      return <Timing detail={detail} />;
    case 'tls':
      return <TlsTab detail={detail} />;
    case 'rules':
      return <RulesTab detail={detail} />;
    case 'code':
      return <CodeTab id={detail.id} />;
  }
}
