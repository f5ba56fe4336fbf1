// Packs scan requests for the worker: all bodies are in one buffer, which is transferred rather than copied.
import type { ScanRequest } from './scan.ts';

export interface ScanBatch {
  readonly requests: readonly Omit<ScanRequest, 'body'>[];
  /** The end offset of each body in `bytes`. */
  readonly ends: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function packBatch(requests: readonly ScanRequest[]): ScanBatch {
  const bytes = new Uint8Array(requests.reduce((sum, { body }) => sum + body.length, 0));
  let at = 0;
  const ends = requests.map(({ body }) => {
    bytes.set(body, at);
    return (at += body.length);
  });
  return {
    requests: requests.map(({ targets, endpoint, message, isCut }) => ({
      targets,
      endpoint,
      message,
      isCut,
    })),
    ends,
    bytes,
  };
}

export function unpackBatch({ requests, ends, bytes }: ScanBatch): ScanRequest[] {
  return requests.map((request, at) => ({
    ...request,
    body: bytes.subarray(ends[at - 1] ?? 0, ends[at]),
  }));
}
