// The phases of an exchange as a waterfall.
import type { FlowTiming } from '../../src/session/methods/ui-types.ts';
import { durationText } from '../format/measures.ts';
import css from './timing-bars.module.css';

const PHASES = [
  ['blocked', 'Blocked'],
  ['dns', 'DNS'],
  ['connect', 'Connect'],
  ['tls', 'TLS'],
  ['send', 'Send'],
  ['wait', 'Wait'],
  ['receive', 'Receive'],
] as const;

export function TimingBars({ timing }: { readonly timing: FlowTiming }) {
  const total = PHASES.reduce((sum, [id]) => sum + (timing[id] ?? 0), 0) || 1;
  const isReused = timing.dns + timing.connect + timing.tls === 0;
  const starts = PHASES.map((_, at) => PHASES.slice(0, at).reduce((sum, [id]) => sum + (timing[id] ?? 0), 0));
  return (
    <dl className={css['waterfall']}>
      {PHASES.map(([id, title], at) => {
        const ms = timing[id];
        const wasReused = isReused && ['dns', 'connect', 'tls'].includes(id);
        return (
          <div key={id}>
            <dt>{title}</dt>
            <dd className={css['track']} aria-hidden>
              {ms !== undefined && ms > 0 && (
                <i
                  style={{
                    left: `${(100 * starts[at]!) / total}%`,
                    width: `${(100 * ms) / total}%`,
                    background: `var(--phase-${id})`,
                  }}
                />
              )}
            </dd>
            <dd>{wasReused ? 'reused' : ms === undefined ? '—' : durationText(ms)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
