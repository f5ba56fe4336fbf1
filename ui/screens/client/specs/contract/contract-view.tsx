// The captured traffic beside a description: which operations were called, and which calls break what it says.
import { Pause, Play, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../../commands/index.ts';
import { clockText } from '../../../../format/measures.ts';
import { Button, Segmented, Spinner, TextField } from '../../../../parts/index.ts';
import { count } from '../../../../state/actions.ts';
import { LineList } from '../../parts/line-list.tsx';
import { RequestLabel } from '../../parts/request-label.tsx';
import type { SpecViewProps } from '../view-props.ts';
import css from './contract.module.css';
import { EndpointDetail } from './endpoint-detail.tsx';
import { endpointLines, partsOf, type EndpointLine, type Shown } from './endpoint-lines.ts';
import { Figures } from './figures.tsx';
import { useContract, type Endpoint } from './use-contract.ts';

export function ContractView({ id, text, onGo }: SpecViewProps) {
  const [isLive, setLive] = useState(true);
  const { check, error, isGoing, again } = useContract(id, text, isLive);
  const [shown, setShown] = useState<Shown>('all');
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState<string | null>(null);
  useContractCommands(isLive, setLive, again);
  const endpoints = check?.endpoints ?? [];
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
        {...{ endpoints, shown, query, isGoing, isLive, again }}
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
    </div>
  );
}

/** Offers them while the view is shown. */
function useContractCommands(isLive: boolean, setLive: (isLive: boolean) => void, again: () => void): void {
  useCommands([
    {
      id: 'client.spec-live',
      title: isLive ? 'Stop following the traffic' : 'Follow the traffic',
      group: 'client',
      heading: 'API description',
      run: () => setLive(!isLive),
    },
    {
      id: 'client.spec-check',
      title: 'Compare the traffic with the description again',
      group: 'client',
      heading: 'API description',
      icon: RefreshCw,
      run: again,
    },
  ]);
}

interface BarProps {
  readonly endpoints: readonly Endpoint[];
  readonly shown: Shown;
  readonly query: string;
  readonly isGoing: boolean;
  /** True while it follows the traffic. */
  readonly isLive: boolean;
  readonly again: () => void;
  readonly onLive: (isLive: boolean) => void;
  readonly onShown: (shown: Shown) => void;
  readonly onQuery: (query: string) => void;
}

function ContractBar(props: BarProps) {
  const { endpoints, shown, query, isGoing, isLive, again, onLive, onShown, onQuery } = props;
  return (
    <div className={css['bar']}>
      <Segmented<Shown>
        label="Endpoints"
        value={shown}
        options={[
          ['all', `All ${endpoints.length}`],
          [
            'violations',
            `Violations ${endpoints.filter((each) => each.isDescribed && each.wrong > 0).length}`,
          ],
          ['unknown', `Not in the description ${endpoints.filter((each) => !each.isDescribed).length}`],
        ]}
        onChange={onShown}
      />
      <TextField
        className={css['find']}
        aria-label="Find an endpoint"
        placeholder="Find an endpoint"
        value={query}
        onChange={onQuery}
      />
      <span className={css['gap']} />
      {isGoing && <Spinner label="Being compared" />}
      <Button size="small" icon={isLive ? Pause : Play} onClick={() => onLive(!isLive)}>
        {isLive ? 'Pause' : 'Follow the traffic'}
      </Button>
      <Button size="small" icon={RefreshCw} onClick={again}>
        Compare again
      </Button>
    </div>
  );
}

function Columns() {
  return (
    <div className={css['columns']} aria-hidden>
      <span>Method</span>
      <span>Path</span>
      <span>Calls</span>
      <span>Wrong</span>
      <span>Most frequent</span>
      <span>Last</span>
    </div>
  );
}

function firstOf(lines: readonly EndpointLine[]): Endpoint | null {
  const first = lines.find((line) => line.type === 'endpoint');
  return first?.type === 'endpoint' ? first.endpoint : null;
}

function Line({ line }: { readonly line: EndpointLine }) {
  if (line.type === 'heading')
    return (
      <span className={css['heading']}>
        <strong>{line.title}</strong> {line.number}
      </span>
    );
  const { endpoint, calls, wrong, kinds, isDescribed, lastAt } = line.endpoint;
  const [method, path] = partsOf(endpoint);
  return (
    <span
      className={css['row']}
      data-tone={wrong === 0 ? 'plain' : isDescribed ? 'danger' : 'warn'}
      aria-label={`${endpoint}, ${count(calls, 'call')}, ${wrong} wrong`}
    >
      <span>
        <RequestLabel type="http" method={method} />
      </span>
      <span className={css['path']} title={path}>
        {path}
      </span>
      <span className={css['number']}>{calls === 0 ? '' : calls.toLocaleString('en')}</span>
      <span className={css['wrong']}>
        {calls === 0 ? '' : wrong === 0 ? '—' : wrong.toLocaleString('en')}
      </span>
      <span className={css['kind']} title={kinds[0]?.what}>
        {kinds[0]?.what ?? (calls === 0 ? '' : 'holds')}
      </span>
      <span className={css['number']}>{lastAt === 0 ? '' : clockText(new Date(lastAt).toISOString())}</span>
    </span>
  );
}
