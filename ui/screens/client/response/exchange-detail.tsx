// One exchange of a send: what was sent, what came, the connection, and how long each phase took.
import { useState } from 'react';
import { sizeText } from '../../../format/measures.ts';
import { Certificates } from '../../../parts/certificates.tsx';
import shared from '../../../parts/content.module.css';
import { Badge, Tabs, type TabItem } from '../../../parts/index.ts';
import { Facts, NameValues } from '../../../parts/name-values.tsx';
import { TimingBars } from '../../../parts/timing-bars.tsx';
import type { ExchangeRecord } from '../sends/exchanges.ts';
import css from './exchange-detail.module.css';
import { SourcedFields } from './sourced-fields.tsx';
import { exchangeTiming } from './timing.ts';

type Part = 'request' | 'response' | 'tls' | 'timing';

export function ExchangeDetail({ exchange }: { readonly exchange: ExchangeRecord }) {
  const [part, setPart] = useState<Part>('request');
  const { head, connection } = exchange;
  const items: readonly TabItem<Part>[] = [
    { id: 'request', title: 'Request', count: exchange.headers.length },
    { id: 'response', title: 'Response', count: head?.status },
    ...(connection?.tls ? [{ id: 'tls', title: 'TLS' } as const] : []),
    { id: 'timing', title: 'Timing' },
  ];
  return (
    <section className={css['detail']} aria-label={`Exchange ${exchange.exchange}`}>
      <Tabs
        label={`Exchange ${exchange.exchange}`}
        items={items}
        value={part}
        onChange={setPart}
        panel="exchange-detail"
        start={<span className={css['title']}>Exchange {exchange.exchange}</span>}
      />
      <div
        className={shared['scroll']}
        id="exchange-detail"
        role="tabpanel"
        aria-label={items.find(({ id }) => id === part)?.title}
        tabIndex={0}
      >
        <PartOf part={part} exchange={exchange} />
      </div>
    </section>
  );
}

function PartOf({ part, exchange }: { readonly part: Part; readonly exchange: ExchangeRecord }) {
  const { headers, bodySize, head, failure, connection } = exchange;
  switch (part) {
    case 'request':
      return (
        <>
          <SourcedFields fields={headers} label="Headers as sent" />
          <p className={shared['hint']}>
            {bodySize === 0 ? 'No body was sent.' : `A body of ${sizeText(bodySize)}.`}
          </p>
        </>
      );
    case 'response':
      if (head === null) return <p className={shared['hint']}>{failure ?? 'There is no response yet.'}</p>;
      return (
        <>
          <Facts
            rows={[
              ['Status', `${head.httpVersion} ${head.status} ${head.reason}`],
              ['Body', sizeText(exchange.received)],
              ['Failed', failure],
            ]}
          />
          <NameValues
            rows={head.headers.map(({ name, value }) => [name, value])}
            empty="There are no headers."
          />
        </>
      );
    case 'tls':
      return <Tls connection={connection} />;
    case 'timing':
      return <Timing exchange={exchange} />;
  }
}

function Tls({ connection }: Pick<ExchangeRecord, 'connection'>) {
  const tls = connection?.tls ?? null;
  if (tls === null) return null;
  return (
    <>
      <div className={css['badge']}>
        {tls.verified === false ? (
          <Badge tone="warn">Certificate not verified</Badge>
        ) : (
          <Badge tone="ok">Verified</Badge>
        )}
      </div>
      <Facts
        rows={[
          ['Version', tls.version],
          ['Cipher', tls.cipher],
          ['ALPN', tls.alpn],
          ['Server name', tls.sni],
        ]}
      />
      <Certificates tls={tls} at={new Date().toISOString()} />
    </>
  );
}

function Timing({ exchange }: { readonly exchange: ExchangeRecord }) {
  const timing = exchangeTiming(exchange);
  const { connection } = exchange;
  if (timing === null || connection === null)
    return <p className={shared['hint']}>No connection was opened for it.</p>;
  return (
    <>
      <Facts
        rows={[
          ['Server', connection.address],
          ['Connection', connection.timing === null ? 'was open already' : 'new'],
        ]}
      />
      <TimingBars timing={timing} />
    </>
  );
}
