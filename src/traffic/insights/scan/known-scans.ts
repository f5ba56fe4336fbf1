// Caches scan results of finished flows, so that a later section scans only new flows. An entry lives as long as its
// flow.
import type { Flow } from '../../../flow/flow.ts';
import { shapeSize } from '../shape.ts';
import type { ScanRequest } from './scan.ts';
import type { ScannedMessage } from './scanned-message.ts';

type Targets = ScanRequest['targets'];

/** The maximum number of paths in a shape that is remembered; larger ones are inferred again. */
const MAX_PATHS = 300;

type Known = Partial<Record<Targets, readonly ScannedMessage[]>>;

const known = new WeakMap<Flow, Known>();

/** Returns the messages of a flow from an earlier scan, or null. */
export function knownScans(flow: Flow, targets: Targets): readonly ScannedMessage[] | null {
  const scans = known.get(flow);
  if (scans === undefined) return null;
  if (targets !== 'both') return scans[targets] ?? scans.both ?? null;
  if (scans.both !== undefined) return scans.both;
  return scans.secrets === undefined || scans.schema === undefined
    ? null
    : [...scans.secrets, ...scans.schema];
}

/** Forgets the messages of a flow. */
export function forgetScans(flow: Flow): void {
  known.delete(flow);
}

/** Caches all messages of a flow, unless the flow is still in progress or its shape is large. */
export function rememberScans(flow: Flow, targets: Targets, messages: readonly ScannedMessage[]): void {
  if (flow.state === 'pending') return;
  if (messages.some(({ schema }) => schema !== null && shapeSize(schema) > MAX_PATHS)) return;
  known.set(flow, { ...known.get(flow), [targets]: messages });
}
