// The figures of a comparison with traffic.
import { count } from '../../../../state/actions.ts';
import css from './contract.module.css';
import { seenOf, type TrafficCheck } from './use-contract.ts';

export function Figures({ check }: { readonly check: TrafficCheck }) {
  const { checked, broken, failed, older, hosts, endpoints } = check;
  const described = endpoints.filter(({ isDescribed }) => isDescribed);
  const unknown = endpoints.filter(({ isDescribed }) => !isDescribed);
  const outside = unknown.reduce((sum, { wrong }) => sum + wrong, 0);
  const seen = described.filter(({ calls }) => calls > 0).length;
  const share = checked === 0 ? '—' : `${(((checked - broken) / checked) * 100).toFixed(1)} %`;
  return (
    <div className={css['figures']}>
      <Figure value={share} note={`of ${count(checked, 'exchange')} hold`} />
      <Figure value={(broken - outside).toLocaleString('en')} note="violate" tone="danger" />
      <Figure
        value={outside.toLocaleString('en')}
        note={`not described, ${count(unknown.length, 'endpoint')}`}
        tone="warn"
      />
      <Figure value={`${seen} of ${described.length}`} note="operations seen" />
      <Figure
        value={`${sum(described.map(seenOf))} of ${sum(described.map((each) => each.described.length))}`}
        note="responses seen"
      />
      <p className={css['hosts']}>
        {hosts.length === 0
          ? 'The description names no host: all traffic counts.'
          : `Hosts ${hosts.join(', ')}`}
        {hosts.length > 0 && ', and this machine'}
        {older > 0 && `. ${count(older, 'older exchange')} were not compared`}
        {failed > 0 && `. ${failed} could not be compared`}
      </p>
    </div>
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

interface FigureProps {
  readonly value: string;
  readonly note: string;
  readonly tone?: 'danger' | 'warn';
}

function Figure({ value, note, tone }: FigureProps) {
  return (
    <p className={css['figure']} data-tone={value === '0' ? undefined : tone}>
      <strong>{value}</strong>
      <span>{note}</span>
    </p>
  );
}
