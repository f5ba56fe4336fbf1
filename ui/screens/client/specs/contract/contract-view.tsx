// The captured traffic beside a description: which operations were called, and which calls break what it says.
import { useState } from 'react';
import { LineList } from '../../parts/line-list.tsx';
import type { SpecViewProps } from '../view-props.ts';
import { AddDialog } from './add-dialog.tsx';
import { ContractBar, useContractCommands } from './contract-bar.tsx';
import css from './contract.module.css';
import { EndpointDetail } from './endpoint-detail.tsx';
import { Columns, Line } from './endpoint-line.tsx';
import { endpointLines, type EndpointLine, type Shown } from './endpoint-lines.ts';
import { Figures } from './figures.tsx';
import { reportEntries } from './report-menu.tsx';
import { useContract, type Endpoint } from './use-contract.ts';

export function ContractView({ id, text, onGo }: SpecViewProps) {
  const [isLive, setLive] = useState(true);
  const { check, error, isGoing, again } = useContract(id, text, isLive);
  const [shown, setShown] = useState<Shown>('all');
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<string | null>(null);
  const [adding, setAdding] = useState<readonly Endpoint[] | null>(null);
  const reports = reportEntries(id, text);
  const endpoints = check?.endpoints ?? [];
  const unknown = endpoints.filter(({ isDescribed }) => !isDescribed);
  const all = { reports, ...(unknown.length > 0 && { add: () => setAdding(unknown) }) };
  useContractCommands({ isLive, setLive, again, ...all });
  const lines = endpointLines(endpoints, shown, query);
  const chosen = endpoints.find(({ endpoint }) => endpoint === current) ?? firstOf(lines);
  return (
    <div className={css['view']}>
      {error !== null && (
        <p className={css['failed']} role="alert">
          {error}
        </p>
      )}
      {check !== null && <Figures check={check} />}
      <ContractBar
        {...{ endpoints, shown, query, isGoing, isLive, again, ...all }}
        onLive={setLive}
        onShown={setShown}
        onQuery={setQuery}
      />
      <div className={css['body']}>
        <section className={css['endpoints']} aria-label="Endpoints" data-region>
          <Columns />
          {check !== null && lines.length === 0 && <p className={css['hint']}>No endpoint is like that.</p>}
          <LineList
            label="Endpoints"
            isRuled
            lines={lines}
            keyOf={({ key }) => key}
            isHeading={({ type }) => type === 'heading'}
            current={chosen?.endpoint ?? null}
            onCurrent={({ key }) => setCurrent(key)}
          >
            {(line) => <Line line={line} />}
          </LineList>
        </section>
        {chosen !== null && (
          <EndpointDetail
            key={chosen.endpoint}
            {...{ text, onGo }}
            spec={id}
            endpoint={chosen}
            onIgnored={again}
          />
        )}
      </div>
      {adding !== null && (
        <AddDialog spec={id} text={text} endpoints={adding} onClose={() => setAdding(null)} />
      )}
    </div>
  );
}

function firstOf(lines: readonly EndpointLine[]): Endpoint | null {
  const first = lines.find((line) => line.type === 'endpoint');
  return first?.type === 'endpoint' ? first.endpoint : null;
}
