// The rows of a flow: its steps in order, with the branches of conditions as headings.
import { branchesOf, listAt, type FlowStep } from './flow-steps.ts';

export type FlowRow =
  | {
      readonly type: 'step';
      /** The number of the step, as the command line has it. */
      readonly key: string;
      /** The number for people, such as `4.2`. */
      readonly shown: string;
      readonly step: FlowStep;
      readonly depth: number;
    }
  | {
      readonly type: 'branch';
      /** The list that it heads, such as `5.then.`. */
      readonly key: string;
      readonly title: string;
      readonly depth: number;
    };

export function flowRows(steps: readonly FlowStep[]): readonly FlowRow[] {
  return rowsIn(steps, { list: '', shown: '', depth: 0, first: 1 });
}

interface ListPlace {
  readonly list: string;
  readonly shown: string;
  readonly depth: number;
  /** The number of its first step for people: those of `else` go on from those of `then`. */
  readonly first: number;
}

function rowsIn(steps: readonly FlowStep[], { list, shown, depth, first }: ListPlace): readonly FlowRow[] {
  return steps.flatMap((step, at): readonly FlowRow[] => {
    const key = `${list}${at + 1}`;
    const own = `${shown}${first + at}`;
    const row: FlowRow = { type: 'step', key, shown: own, step, depth };
    let next = 1;
    const inner = branchesOf(step).flatMap((name): readonly FlowRow[] => {
      const prefix = `${key}.${name}.`;
      const within = listAt([step], `1.${name}.`) ?? [];
      const rows = rowsIn(within, { list: prefix, shown: `${own}.`, depth: depth + 1, first: next });
      next += within.length;
      const heading: FlowRow = { type: 'branch', key: prefix, title: name, depth: depth + 1 };
      // The steps of a loop need no heading, but an empty one shows where they go.
      return name === 'steps' && within.length > 0 ? rows : [heading, ...rows];
    });
    return [row, ...inner];
  });
}

/** Returns the number for people of a step; that of the command line where the flow has changed. */
export function shownNumber(rows: readonly FlowRow[], key: string): string {
  const row = rows.find((each) => each.key === key);
  return row?.type === 'step' ? row.shown : key;
}
