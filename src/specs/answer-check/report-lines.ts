// A report on answers as sentences.
import type { AnswerReport } from './answers.ts';

/** Returns sentences about answers that do not fit their schemas; empty when all do. */
export function reportLines({ checked, unchecked, repaired, wrong, named }: AnswerReport): readonly string[] {
  const count = (number: number): string => (number === 1 ? '1 answer' : `${number} answers`);
  return [
    ...(repaired.length > 0
      ? [`${count(repaired.length)} of ${checked} did not match the schema, and was made again`]
      : []),
    ...(wrong > 0
      ? [`${count(wrong)} of ${checked} do not match their schema: ${listed(named, wrong)}`]
      : []),
    ...(unchecked > 0 ? [`${count(unchecked)} were not checked, because it takes too long`] : []),
  ];
}

const MAX_LISTED = 10;

function listed(named: AnswerReport['named'], total: number): string {
  const shown = named.slice(0, MAX_LISTED).map(({ name, detail }) => `${name} (${detail})`);
  return total > shown.length ? `${shown.join(', ')} and ${total - shown.length} more` : shown.join(', ');
}
