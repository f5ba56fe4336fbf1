import type { Flow } from '../../../flow/flow.ts';

/** Marks an exchange as failed that was in progress when it was saved. */
export function endUnfinished(flow: Flow): void {
  if (flow.finished && flow.state !== 'pending') return;
  flow.timestamps.end ||= Math.max(flow.timestamps.start, flow.timestamps.firstByte, 1);
  if (flow.state !== 'pending') return;
  flow.state = 'failed';
  flow.error ??= 'The exchange was still in progress when the session was saved';
}
