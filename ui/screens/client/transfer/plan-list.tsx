// The sources of an import in a list. One that is there already is updated, or imported as a copy.
import { Segmented } from '../../../parts/index.ts';
import { PlanRow, type Plan } from './plan-row.tsx';
import css from './transfer.module.css';

interface PlanListProps {
  readonly plans: readonly Plan[];
  /** The positions of those that become copies. */
  readonly copies: ReadonlySet<number>;
  readonly onCopies: (copies: ReadonlySet<number>) => void;
}

const CHOICES = [
  ['update', 'Update'],
  ['copy', 'Copy'],
] as const;

export function PlanList({ plans, copies, onCopies }: PlanListProps) {
  const choose = (at: number, isCopy: boolean): void => {
    const others = [...copies].filter((each) => each !== at);
    onCopies(new Set(isCopy ? [...others, at] : others));
  };
  return (
    <ul className={css['plans']} aria-label="What is imported">
      {plans.map((plan, at) => (
        // A source has no identity but its position.
        // eslint-disable-next-line react/no-array-index-key -- see above
        <PlanRow key={at} plan={plan}>
          {plan.exists.length > 0 && (
            <Segmented
              label={`${plan.name} is there already`}
              value={copies.has(at) ? 'copy' : 'update'}
              options={CHOICES}
              onChange={(choice) => choose(at, choice === 'copy')}
            />
          )}
        </PlanRow>
      ))}
    </ul>
  );
}
