// Collects secrets and JSON shapes of exchanges while they are captured.
import type { Flow } from '../../flow/flow.ts';
import type { SecretFinding } from '../../secrets/findings.ts';
import type { Baseline } from './baseline.ts';
import { BodyScanner } from './scan/body-scanner.ts';
import type { ScannedMessage, Side } from './scan/scanned-message.ts';
import { scanMessages } from './scan/scanned-messages.ts';
import { SchemaCollector } from './sections/schema.ts';
import { SecretCollector } from './sections/secrets.ts';

/** The secrets of an exchange. They apply to any equal exchange too. */
export type ExchangeSecrets = readonly { readonly side: Side; readonly secrets: readonly SecretFinding[] }[];

export class LiveScan {
  readonly secrets: SecretCollector;
  readonly schemas: SchemaCollector;
  /** The number of bodies that were scanned only in part. */
  truncated = 0;
  readonly #scanner: BodyScanner;

  /** The worker, which takes 20 MB and starts in 50 ms, ends after `idleMs` milliseconds without a flow. */
  constructor(baseline: Baseline | null, allowedSecrets: ReadonlySet<string>, idleMs: number) {
    this.#scanner = new BodyScanner({ workers: 1, idleMs });
    this.secrets = new SecretCollector(allowedSecrets);
    this.schemas = new SchemaCollector(baseline);
  }

  /** The number of messages whose scan took too long. */
  get timedOut(): number {
    return this.#scanner.timedOut;
  }

  /** Scans flows; returns the secrets of each, in the same order. */
  async scan(flows: readonly Flow[]): Promise<readonly ExchangeSecrets[]> {
    const messages = new Map<Flow, ScannedMessage[]>(flows.map((flow) => [flow, []]));
    for await (const each of scanMessages(flows, 'both', this.#scanner)) {
      this.secrets.add(each);
      this.schemas.add(each);
      if (each.isCut) this.truncated += 1;
      if (each.secrets.length > 0) messages.get(each.flow)?.push(each);
    }
    return [...messages.values()].map((each) => each.map(({ side, secrets }) => ({ side, secrets })));
  }

  /**
   * Counts `times` exchanges that are equal to one that was scanned, without another scan; `flow` is one of
   * them.
   */
  addRepeat(flow: Flow, known: ExchangeSecrets, times = 1): void {
    if (times > 0) for (const { side, secrets } of known) this.secrets.add({ flow, side, secrets }, times);
  }

  close(): Promise<void> {
    return this.#scanner.close();
  }
}
