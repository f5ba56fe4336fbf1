// A report on answers as sentences.
import type { AnswerReport } from './answers.ts';

/** Returns sentences about answers that do not fit their schemas; empty when all do. */
export function reportLines({ checked, unchecked, repaired, wrong, named }: AnswerReport): readonly string[] {
  return [
    ...(repaired.length > 0
      ? [`${ofAll(repaired.length, checked)} did not match their schema, and have been made again`]
      : []),
    ...(wrong > 0 ? [`${ofAll(wrong, checked)} do not match their schema: ${listed(named, wrong)}`] : []),
    ...(unchecked > 0 ? [`${unchecked} answers were not checked, because it takes too long`] : []),
  ];
}

function ofAll(count: number, all: number): string {
  return `${count} of ${all} answers`;
}

const MAX_LISTED = 10;

function listed(named: AnswerReport['named'], total: number): string {
  const shown = named.slice(0, MAX_LISTED).map(({ name, detail }) => `${name} (${detail})`);
  return total > shown.length ? `${shown.join(', ')} and ${total - shown.length} more` : shown.join(', ');
}
