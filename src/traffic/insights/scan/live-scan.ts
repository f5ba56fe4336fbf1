// Secrets and shapes of exchanges that are looked at as they come.
import type { Flow } from '../../../flow/flow.ts';
import type { SecretFinding } from '../../../secrets/message.ts';
import type { Baseline } from '../baseline.ts';
import { Looker } from './body-scanner.ts';
import { observed, type Observed, type Side } from './scanned-messages.ts';
import { SchemasSeen } from '../sections/schema.ts';
import { SecretsFound } from '../sections/secrets.ts';

/** What another exchange that says the same holds, too. */
export type LookedAt = readonly { readonly side: Side; readonly secrets: readonly SecretFinding[] }[];

export class FoundSoFar {
  readonly secrets = new SecretsFound();
  readonly schemas: SchemasSeen;
  /** Texts that go on beyond what was looked at. */
  cut = 0;
  readonly #looker = new Looker();

  constructor(baseline: Baseline | null) {
    this.schemas = new SchemasSeen(baseline ?? undefined);
  }

  /** Exchanges that took too long. */
  get givenUp(): number {
    return this.#looker.givenUp;
  }

  /** What each of them holds, in their order. */
  async look(flows: readonly Flow[]): Promise<readonly LookedAt[]> {
    const looked = new Map<Flow, Observed[]>(flows.map((flow) => [flow, []]));
    for await (const each of observed(flows, 'both', this.#looker)) {
      this.secrets.add(each);
      this.schemas.add(each);
      if (each.isCut) this.cut += 1;
      if (each.secrets.length > 0) looked.get(each.flow)?.push(each);
    }
    return [...looked.values()].map((sides) => sides.map(({ side, secrets }) => ({ side, secrets })));
  }

  /** `flow` says the same as one that was looked at, and so do others: `times` in all. */
  again(flow: Flow, looked: LookedAt, times = 1): void {
    if (times > 0) for (const { side, secrets } of looked) this.secrets.add({ flow, side, secrets }, times);
  }

  close(): Promise<void> {
    return this.#looker.close();
  }
}
