// The small charts of an endpoint: its calls over time, and its range of response times.
import type { EndpointFigures } from '../../../src/session/methods/ui-types.ts';
import css from './endpoints.module.css';

const HEIGHT = 16;
/** The pixels left free above and below the line. */
const EDGE = 1.2;

/** Draws the calls in equal steps of time. The busiest step has the full height. */
export function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const peak = Math.max(0, ...counts);
  if (peak === 0 || counts.length < 2) return null;
  const points = counts.map((count, at) => {
    const x = (100 * at) / (counts.length - 1);
    const y = HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * count) / peak;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  const line = `M${points.join('L')}`;
  return (
    <svg
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`At most ${peak} in one of ${counts.length} steps`}
    >
      <path className={css['area']} d={`${line}L100 ${HEIGHT}L0 ${HEIGHT}z`} />
      <path className={css['line']} d={line} />
    </svg>
  );
}

const LOG_FROM = 0;
const LOG_TO = 4.3;

/** Draws the range from the median to the 95th percentile, on a logarithmic scale from 1 ms to 20 s. */
export function TimeRange({ p50, p95 }: Pick<EndpointFigures, 'p50' | 'p95'>) {
  if (p50 === null || p95 === null) return null;
  const at = (ms: number): number =>
    Math.min(100, Math.max(0, (100 * (Math.log10(Math.max(1, ms)) - LOG_FROM)) / (LOG_TO - LOG_FROM)));
  const [from, to] = [at(p50), at(p95)];
  return (
    <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden>
      <line x1="0" x2="100" y1="6" y2="6" className={css['axis']} />
      <line x1={from} x2={Math.max(from + 1, to)} y1="6" y2="6" className={css['span']} />
      <line x1={from} x2={from} y1="2" y2="10" className={css['tick']} />
      <line x1={Math.max(from + 1, to)} x2={Math.max(from + 1, to)} y1="2" y2="10" className={css['tick']} />
    </svg>
  );
}
