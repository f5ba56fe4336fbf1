// Lists the grades of hosts with the reasons, cookies, and content that was loaded unencrypted.
import type { TrafficSecurity } from '../../../src/session/methods/ui-types.ts';
import { locationFragment } from '../../state/location.ts';
import { Badge, SectionHead } from '../../parts/index.ts';
import table from '../../parts/table.module.css';
import { Finding } from './finding.tsx';
import css from './insights.module.css';

const TONES = { high: 'danger', medium: 'warn', low: 'plain' } as const;

interface SecurityTableProps {
  readonly security: TrafficSecurity;
  /** True to include cookies, TLS and mixed content. */
  readonly isWhole?: boolean;
}

export function SecurityTable({ security, isWhole = false }: SecurityTableProps) {
  const { hosts, mixedContent, findings } = security;
  return (
    <>
      <ul>
        {hosts.map((host) => (
          <HostGrade key={host.host} host={host} isWhole={isWhole} />
        ))}
      </ul>
      {isWhole && findings.length > 0 && (
        <>
          <SectionHead title="Findings" note="why they matter, and what to do" />
          <ul>
            {findings.map(({ rule, severity, host, title, why, fix, details, endpoints, id }) => (
              <li key={`${rule} ${host}`} className={css['gradeRow']} data-whole data-tagged>
                <Badge tone={TONES[severity]}>{severity}</Badge>
                <span className={table['strong']} title={host}>
                  {host}
                </span>
                <div className={css['reasons']}>
                  {title}
                  {details.length > 0 && `: ${details.join(', ')}`}. {why} {fix}
                  <div className="mono">{endpoints.join(', ')}</div>
                  <a href={locationFragment('traffic', { id: String(id) })}>request {id}</a>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {isWhole && mixedContent.length > 0 && (
        <>
          <SectionHead title="Loaded unencrypted" note="by encrypted pages" />
          <ul>
            {mixedContent.map(({ page, url, id }) => (
              <Finding key={`${page} ${url}`} id={id} url={url} detail={page} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface HostGradeProps {
  readonly host: TrafficSecurity['hosts'][number];
  readonly isWhole: boolean;
}

function HostGrade({ host: { host, grade, reasons, cookies }, isWhole }: HostGradeProps) {
  return (
    <li className={css['gradeRow']} data-whole={isWhole}>
      <span className={css['grade']} data-grade={grade}>
        <span className="visually-hidden">Grade </span>
        {grade}
      </span>
      <span className={table['strong']} title={host}>
        {host}
      </span>
      <div className={css['reasons']} title={reasons.join(' ')}>
        {reasons.length === 0 ? 'no findings' : reasons.join(isWhole ? '\n' : ' ')}
        {isWhole &&
          cookies.map(({ name, problems, id }) => (
            <div key={name}>
              cookie <span className="mono">{name}</span>: {problems.join(', ')},{' '}
              <a href={locationFragment('traffic', { id: String(id) })}>request {id}</a>
            </div>
          ))}
      </div>
    </li>
  );
}
