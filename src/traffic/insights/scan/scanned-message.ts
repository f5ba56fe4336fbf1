// A message of an exchange with its scan results.
import type { Flow } from '../../../flow/flow.ts';
import type { ScanResult } from './scan.ts';

export type Side = 'request' | 'response';

export interface ScannedMessage extends ScanResult {
  readonly flow: Flow;
  readonly side: Side;
  /** True when the body was captured or scanned only in part. */
  readonly isCut: boolean;
}
