// Packs messages for the scan worker, and its results. All bodies are in one buffer, which is transferred rather than
// copied. Fields are in parallel lists, because an array of objects would serialize the member names once per object.
import type { SecretFinding } from '../../../secrets/findings.ts';
import type { Shape } from '../shape.ts';
import type { ScanRequest, ScanResult } from './scan.ts';

type Message = ScanRequest['message'];

/** A batch of messages, as lists of the same length. */
export interface ScanBatch {
  readonly targets: readonly ScanRequest['targets'][];
  readonly endpoints: readonly string[];
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly heads: readonly string[];
  readonly transports: readonly Message['transport'][];
  readonly isCut: readonly boolean[];
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
    targets: requests.map(({ targets }) => targets),
    endpoints: requests.map(({ endpoint }) => endpoint),
    hosts: requests.map(({ message }) => message.host),
    paths: requests.map(({ message }) => message.path),
    heads: requests.map(({ message }) => message.head),
    transports: requests.map(({ message }) => message.transport),
    isCut: requests.map(({ isCut }) => isCut),
    ends,
    bytes,
  };
}

export function unpackBatch(batch: ScanBatch): ScanRequest[] {
  const { hosts, paths, heads, transports, ends, bytes } = batch;
  return batch.targets.map((targets, at) => ({
    targets,
    endpoint: batch.endpoints[at]!,
    message: { host: hosts[at]!, path: paths[at]!, head: heads[at]!, transport: transports[at]! },
    isCut: batch.isCut[at]!,
    body: bytes.subarray(ends[at - 1] ?? 0, ends[at]),
  }));
}

/** The results of a batch, packed: most messages have no secrets, and many have the same shape. */
export interface PackedResults {
  readonly count: number;
  readonly secrets: readonly (readonly [at: number, secrets: readonly SecretFinding[]])[];
  readonly schemas: readonly (readonly [shape: Shape, messages: readonly number[]])[];
}

export function packResults(results: readonly ScanResult[]): PackedResults {
  const secrets: [number, readonly SecretFinding[]][] = [];
  const schemas = new Map<Shape, number[]>();
  for (const [at, { secrets: findings, schema }] of results.entries()) {
    if (findings.length > 0) secrets.push([at, findings]);
    if (schema === null) continue;
    const messages = schemas.get(schema);
    if (messages === undefined) schemas.set(schema, [at]);
    else messages.push(at);
  }
  return { count: results.length, secrets, schemas: [...schemas] };
}

const NO_SECRETS: ScanResult['secrets'] = [];

export function unpackResults({ count, secrets, schemas }: PackedResults): readonly ScanResult[] {
  const merged = new Map(secrets);
  const shapes = new Map(schemas.flatMap(([shape, messages]) => messages.map((at) => [at, shape] as const)));
  return Array.from({ length: count }, (_, at) => ({
    secrets: merged.get(at) ?? NO_SECRETS,
    schema: shapes.get(at) ?? null,
  }));
}
