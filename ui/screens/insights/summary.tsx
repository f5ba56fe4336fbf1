// The summary: figures, requests over time, and the top of each section.
import { lazy, Suspense } from 'react';
import { ensureLanguage } from '../../chart/language.ts';
import { countText, durationText, sizeText } from '../../format/measures.ts';
import { count } from '../../state/actions.ts';
import { Badge, SectionHead } from '../../parts/index.ts';
import { EndpointTable } from './endpoints.tsx';
import { insightsFragment } from './scopes.tsx';
import css from './insights.module.css';
import type { Analysis } from './model.ts';
import { SchemaList } from './schemas.tsx';
import { SecretTable } from './secrets.tsx';
import { SecurityTable } from './security.tsx';

const RateChart = lazy(async () => {
  ensureLanguage();
  return { default: (await import('./rate-chart.tsx')).RateChart };
});

const SHOWN_ENDPOINTS = 13;
const SHOWN = 9;

export function Summary({ value }: { readonly value: Analysis }) {
  const { endpoints, security, secrets, schema, summary } = value;
  const changed = schema.endpoints.filter(({ changes }) => changes.length > 0);
  return (
    <div className={css['summary']}>
      <div className={css['figures']}>
        <Figures summary={summary} />
        <div className={css['chart']}>
          <Suspense fallback={null}>
            <RateChart filter={value.filter} />
          </Suspense>
        </div>
      </div>
      <SectionHead
        title="Endpoints"
        note={`by calls, ${Math.min(SHOWN_ENDPOINTS, endpoints.length)} of ${countText(summary.endpoints)}`}
      >
        <More section="endpoints" filter={value.filter} isShown={endpoints.length > SHOWN_ENDPOINTS} />
      </SectionHead>
      <EndpointTable endpoints={endpoints.slice(0, SHOWN_ENDPOINTS)} total={null} />
      <div className={css['halves']}>
        <section aria-label="Security">
          <SectionHead title="Security" note={count(security.hosts.length, 'host')}>
            <More section="security" filter={value.filter} isShown={security.hosts.length > SHOWN} />
          </SectionHead>
          <SecurityTable security={{ ...security, hosts: security.hosts.slice(0, SHOWN) }} />
        </section>
        <section aria-label="Secrets">
          <SectionHead title="Secrets" note={`${count(secrets.findings.length, 'finding')}, masked`}>
            {secrets.high > 0 && <Badge tone="danger">{secrets.high} high</Badge>}
            {secrets.medium > 0 && <Badge tone="warn">{secrets.medium} medium</Badge>}
            {secrets.low > 0 && <Badge>{secrets.low} low</Badge>}
            <More section="secrets" filter={value.filter} isShown={secrets.findings.length > SHOWN} />
          </SectionHead>
          <SecretTable secrets={{ ...secrets, findings: secrets.findings.slice(0, SHOWN) }} />
          <SectionHead title="Schema changes" note="compared with the first response" />
          <SchemaList schema={{ ...schema, endpoints: changed.slice(0, SHOWN) }} />
        </section>
      </div>
    </div>
  );
}

interface MoreProps {
  readonly section: string;
  readonly filter: string;
  readonly isShown: boolean;
}

function More({ section, filter, isShown }: MoreProps) {
  return isShown && <a href={insightsFragment(section, filter)}>Show all</a>;
}

function Figures({ summary }: { readonly summary: Analysis['summary'] }) {
  const { requests, tunnels, endpoints, errors, p50, p95, bytesReceived } = summary;
  const rate = requests === 0 ? 0 : (100 * errors) / requests;
  const figures: readonly (readonly [value: string, label: string, tone?: 'danger' | undefined])[] = [
    [countText(requests), tunnels === 0 ? 'requests' : `requests, ${countText(tunnels)} tunnels`],
    [countText(endpoints), 'endpoints'],
    [`${rate.toFixed(1)} %`, `errors, ${countText(errors)}`, errors > 0 ? 'danger' : undefined],
    [p50 === null ? '—' : durationText(p50), 'p50'],
    [p95 === null ? '—' : durationText(p95), 'p95'],
    [sizeText(bytesReceived), 'received'],
  ];
  return (
    <dl className={css['figureList']}>
      {figures.map(([value, label, tone]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-tone={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
