// One side of an exchange: its headers, query, cookies, body and raw bytes.
import type { ReactNode } from 'react';
import type { FlowDetail, Header } from '../../../../src/session/methods/ui-types.ts';
import { queryParameters, urlParts } from '../../../format/url.ts';
import { Badge, Tabs, type TabItem } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { BodyTab } from './body-tab.tsx';
import { cookiesOf } from '../../../format/cookies.ts';
import shared from '../../../parts/content.module.css';
import css from './message-side.module.css';
import { NameValues } from '../../../parts/name-values.tsx';
import { RawTab } from './raw-tab.tsx';
import { sideTabs, type SideTab } from './shown-side.ts';

interface MessageSideProps {
  readonly detail: FlowDetail;
  readonly side: 'request' | 'response';
  /** Shown after the tabs. */
  readonly end?: ReactNode;
}

export function MessageSide({ detail, side, end }: MessageSideProps) {
  const wanted = useStore(sideTabs[side]);
  const headers = detail[side]?.headers ?? [];
  const cookies = cookiesOf(headers, side);
  const parameters = queryParameters(urlParts(detail.request.url ?? detail.url).query);
  const items: readonly TabItem<SideTab>[] = [
    { id: 'headers', title: 'Headers', count: headers.length },
    ...(side === 'request'
      ? [{ id: 'query', title: 'Query', count: parameters.length || undefined } as const]
      : []),
    { id: 'cookies', title: 'Cookies', count: cookies.length || undefined },
    { id: 'body', title: 'Body' },
    { id: 'raw', title: 'Raw' },
  ];
  const tab = items.some(({ id }) => id === wanted) ? wanted : 'headers';
  const title = side === 'request' ? 'Request' : 'Response';
  const original = side === 'request' ? detail.originalRequest : detail.originalResponse;
  const panel = `${side}-panel`;
  return (
    <section className={css['side']} data-side={side} aria-label={title}>
      <Tabs
        label={title}
        items={items}
        value={tab}
        onChange={sideTabs[side].set}
        panel={panel}
        start={end === undefined ? <span className={css['sideTitle']}>{title}</span> : null}
        end={
          <>
            {original !== undefined && (
              <Badge tone="info">Changed by {detail.tags.join(', ') || 'a tool'}</Badge>
            )}
            {end}
          </>
        }
      />
      <div
        className={css['sidePanel']}
        id={panel}
        role="tabpanel"
        aria-label={`${title} ${tab}`}
        data-part={tab === 'headers' ? 'header' : tab === 'body' ? `${side}-body` : undefined}
      >
        {side === 'response' && detail.response === undefined ? (
          <p className={shared['hint']}>
            {detail.state === 'failed' ? 'There was no response.' : 'No response yet.'}
          </p>
        ) : (
          <SideContent {...{ tab, detail, side, headers, cookies, parameters }} />
        )}
      </div>
    </section>
  );
}

interface SideContentProps {
  readonly tab: SideTab;
  readonly detail: FlowDetail;
  readonly side: 'request' | 'response';
  readonly headers: readonly Header[];
  readonly cookies: readonly (readonly [string, string])[];
  readonly parameters: readonly (readonly [string, string])[];
}

function SideContent({ tab, detail, side, headers, cookies, parameters }: SideContentProps) {
  switch (tab) {
    case 'headers':
      return (
        <>
          <NameValues rows={headers.map(({ name, value }) => [name, value])} empty="There are no headers." />
          {side === 'response' && detail.trailers !== undefined && (
            <>
              <h3 className={shared['section']}>Trailers</h3>
              <NameValues rows={detail.trailers.map(({ name, value }) => [name, value])} empty="" />
            </>
          )}
        </>
      );
    case 'query':
      return <NameValues rows={parameters} empty="The URL has no query." />;
    case 'cookies':
      return (
        <NameValues
          rows={cookies}
          empty={side === 'request' ? 'No cookies were sent.' : 'No cookies were set.'}
        />
      );
    case 'body':
      return <BodyTab key={`${detail.id} ${side}`} detail={detail} side={side} />;
    case 'raw':
      return <RawTab key={`${detail.id} ${side}`} detail={detail} side={side} />;
  }
}
