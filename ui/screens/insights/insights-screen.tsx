// The insights screen: the sections at the left, and one of them, or an overview of all, at the right.
import { Braces, Download, Gauge, KeyRound, Link2, List, RotateCw, Shield } from 'lucide-react';
import { useEffect } from 'react';
import { useNow } from '../../state/clock.ts';
import { useCommands } from '../../commands/index.ts';
import { locationFragment } from '../../state/location.ts';
import { countText, timeText } from '../../format/measures.ts';
import { Button, PaneHead, Sidebar, SideItem, Spinner } from '../../parts/index.ts';
import { createPreference, isNumber } from '../../state/preferences.ts';
import { useResource } from '../../state/resource.ts';
import { useStore } from '../../state/store.ts';
import type { ScreenProps } from '../contract.ts';
import { insightsFragment, Scopes } from './scopes.tsx';
import { EndpointTable } from './endpoints.tsx';
import css from './insights.module.css';
import { analysis, downloadReport, findingCount, isLoading, refresh, type Analysis } from './model.ts';
import { PerformanceFindings } from './performance.tsx';
import { SchemaList } from './schemas.tsx';
import { SecretTable } from './secrets.tsx';
import { SecurityTable } from './security.tsx';
import { Summary } from './summary.tsx';

const WIDTH = 216;
const sidebarWidth = createPreference('insights.sidebar', WIDTH, isNumber);

const SECTIONS = [
  { id: 'summary', title: 'Summary', icon: List, count: () => undefined },
  { id: 'endpoints', title: 'Endpoints', icon: Link2, count: (a: Analysis) => a.summary.endpoints },
  { id: 'security', title: 'Security', icon: Shield, count: (a: Analysis) => a.security.hosts.length },
  { id: 'secrets', title: 'Secrets', icon: KeyRound, count: (a: Analysis) => a.secrets.findings.length },
  {
    id: 'performance',
    title: 'Performance',
    icon: Gauge,
    count: (a: Analysis) => findingCount(a.performance),
  },
  { id: 'schema', title: 'Schema changes', icon: Braces, count: (a: Analysis) => a.schema.changed },
] as const;

export function InsightsScreen({ params }: ScreenProps) {
  const { value: latest, error } = useResource(analysis);
  const { filter = '' } = params;
  useEffect(() => void refresh(filter), [filter]);
  // The analysis of another scope is not shown while this one loads.
  const value = latest?.filter === filter ? latest : null;
  useCommands([
    {
      id: 'insights.refresh',
      title: 'Refresh insights',
      group: 'insights',
      icon: RotateCw,
      keys: 'r',
      run: () => void refresh(filter),
    },
    {
      id: 'insights.report',
      title: 'Download report',
      group: 'insights',
      icon: Download,
      keys: 'mod+s',
      run: () => void downloadReport(),
    },
  ]);
  const current = SECTIONS.find(({ id }) => id === params['section']) ?? SECTIONS[0];
  return (
    <>
      <Sidebar label="Insights" title="Insights" width={sidebarWidth} initial={WIDTH}>
        {SECTIONS.map(({ id, title, icon, count }) => (
          <SideItem
            key={id}
            href={insightsFragment(id, filter)}
            icon={icon}
            title={title}
            count={value === null ? undefined : count(value)}
            isCurrent={id === current.id}
          />
        ))}
        <Scopes section={current.id} filter={filter} />
      </Sidebar>
      <div className={css['main']} data-region>
        <Head title={current.title} value={value} filter={filter} />
        {error !== null && (
          <p className={css['error']} role="alert">
            The traffic cannot be analysed: {error}
          </p>
        )}
        {value !== null && <Section id={current.id} value={value} />}
      </div>
    </>
  );
}

interface HeadProps {
  readonly title: string;
  readonly value: Analysis | null;
  readonly filter: string;
}

function Head({ title, value, filter }: HeadProps) {
  const busy = useStore(isLoading);
  return (
    <PaneHead title={title} note={value !== null && <Range value={value} />}>
      {busy && <Spinner label="Analysing" />}
      <Button icon={RotateCw} onClick={() => void refresh(filter)} disabled={busy}>
        <span className="visually-hidden-when-tiny">Refresh</span>
      </Button>
      <Button kind="line" icon={Download} onClick={() => void downloadReport()}>
        <span className="visually-hidden-when-tiny">Download report</span>
      </Button>
    </PaneHead>
  );
}

function Range({ value }: { readonly value: Analysis }) {
  const { requests, from, to } = value.summary;
  const seconds = Math.max(0, Math.floor((useNow(true) - value.at) / 1000));
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  const range =
    from === null || to === null ? '' : `, ${timeText(from).slice(0, 8)} to ${timeText(to).slice(0, 8)}`;
  return `${countText(requests)} requests${range}, updated ${age} ago`;
}

function Section({ id, value }: { readonly id: (typeof SECTIONS)[number]['id']; readonly value: Analysis }) {
  if (value.summary.requests + value.summary.tunnels === 0)
    return value.filter !== '' ? (
      <div className={css['empty']}>
        <h3>Nothing to analyse here</h3>
        <p>
          No captured request matches <code className="mono">{value.filter}</code>.{' '}
          <a href={insightsFragment(id, '')}>Analyse all traffic</a>
        </p>
      </div>
    ) : (
      <div className={css['empty']}>
        <h3>Nothing to analyse yet</h3>
        <p>
          Insights need captured requests. <a href={locationFragment('setup')}>Set up an app or a device</a>,
          then refresh.
        </p>
      </div>
    );
  switch (id) {
    case 'summary':
      return <Summary value={value} />;
    case 'endpoints':
      return <EndpointTable endpoints={value.endpoints} total={value.summary.endpoints} />;
    case 'security':
      return <SecurityTable security={value.security} isWhole />;
    case 'secrets':
      return <SecretTable secrets={value.secrets} />;
    case 'performance':
      return <PerformanceFindings performance={value.performance} />;
    case 'schema':
      return <SchemaList schema={value.schema} isWhole />;
  }
}
