// Lists the findings that could save time or bytes.
import type { TrafficPerformance } from '../../../src/session/methods/ui-types.ts';
import { countText } from '../../format/measures.ts';
import { SectionHead } from '../../parts/index.ts';
import { Finding } from './finding.tsx';
import css from './insights.module.css';
import { FINDINGS, findingCount } from './model.ts';

export function PerformanceFindings({ performance }: { readonly performance: TrafficPerformance }) {
  if (findingCount(performance) === 0)
    return (
      <p className={css['none']}>Nothing is slow, large, uncompressed, uncached, duplicated or redirected.</p>
    );
  return FINDINGS.filter(([kind]) => performance[kind].length > 0).map(([kind, title]) => (
    <section key={kind} aria-label={title}>
      <SectionHead title={title} note={countText(performance[kind].length)} />
      <ul>
        {performance[kind].map((finding) => (
          <Finding key={`${finding.id} ${finding.detail}`} {...finding} />
        ))}
      </ul>
    </section>
  ));
}
