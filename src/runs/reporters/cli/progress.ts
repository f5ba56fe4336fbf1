// The progress of a run on one line of a terminal.
import type { Symbols } from './request-lines.ts';

export interface Progress {
  readonly sent: number;
  readonly failed: number;
  /** Counted from 0. */
  readonly iteration: number;
  readonly iterations: number;
  /** In each iteration. */
  readonly requests: number;
}

const BAR_WIDTH = 20;

/**
 * Renders the progress. Scripts may choose other requests, so the number sent can differ from the number expected.
 */
export function progressText(
  { sent, failed, iteration, iterations, requests }: Progress,
  { bar: [full, empty] }: Symbols,
): string {
  const expected = Math.max(sent, requests * iterations);
  const width = Math.floor((sent / expected) * BAR_WIDTH);
  return [
    `${full.repeat(width)}${empty.repeat(BAR_WIDTH - width)} ${sent} of ${expected}`,
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(iterations === 1 ? [] : [`iteration ${iteration + 1} of ${iterations}`]),
  ].join(', ');
}
