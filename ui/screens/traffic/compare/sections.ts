// The sections of a comparison, and the numbers of the differences through all of them.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { headerRows, isDifferent, overviewRows, type Body, type Compared, type Row } from './comparison.ts';

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly body?: Body;
  /** Names of what differs and is not compared. */
  readonly ignored: readonly string[];
  readonly differences: number;
  /** The number of the first difference. */
  readonly first: number;
}

/** Returns the sections, those of the messages once they have been compared. */
export function sectionsOf(a: FlowSummary, b: FlowSummary, sides: Compared['sides']): readonly Section[] {
  return withNumbers([
    { title: 'Overview', rows: overviewRows(a, b), ignored: [] },
    ...(sides === null
      ? []
      : (['request', 'response'] as const).flatMap((side) => {
          const name = side === 'request' ? 'Request' : 'Response';
          const { body, ignored } = sides[side];
          return [
            { title: `${name} headers`, rows: headerRows(sides[side]), ignored },
            { title: `${name} body`, rows: [], ignored: [], body },
          ];
        })),
  ]);
}

/** Numbers the differences through all sections. */
function withNumbers(sections: readonly Omit<Section, 'differences' | 'first'>[]): readonly Section[] {
  let first = 0;
  return sections.map((section) => {
    const differences = section.body?.differences ?? section.rows.filter(isDifferent).length;
    const numbered = { ...section, differences, first };
    first += differences;
    return numbered;
  });
}

/** Returns how the difference with a number is left out; null where it cannot be. */
export function ignorableAt(sections: readonly Section[], number: number): string | null {
  const section = sections.find(({ first, differences }) => number >= first && number < first + differences);
  if (section === undefined) return null;
  const at = number - section.first;
  if (section.body === undefined) return section.rows.filter(isDifferent)[at]?.ignorable ?? null;
  let seen = -1;
  const { lines } = section.body;
  const line = lines.find((each, index) => {
    if (isDifferent(each) && !(index > 0 && isDifferent(lines[index - 1]!))) seen += 1;
    return seen === at && isDifferent(each);
  });
  return line?.path ?? null;
}
