// Checks each exchange of a run against an API description after the exchange has ended.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { Lru } from '../../base/lru.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { isApiDocument } from '../../documents/openapi/document.ts';
import type { Flow } from '../../flow/flow.ts';
import { endpointOf } from '../../traffic/insights/flow-facts.ts';
import {
  ContractCollector,
  type BrokenExchange,
  type ContractReport,
} from '../../traffic/insights/report/contract.ts';
import { readContent } from '../../interchange/import/content.ts';
import { joinFiles } from '../../interchange/files/join-files.ts';
import { ApiContract } from '../../specs/contract/index.ts';
import { ignoredBy, type Ignored } from '../../specs/ignores.ts';
import { exchangeViolations, isMeant } from '../../session/contract/exchange.ts';
import { fingerprint } from './fingerprint.ts';

/** The number of exchanges whose result is reused for equal ones. */
const MAX_KNOWN = 5000;

/**
 * Reads a description and the files beside it to which it refers. `warn` receives a sentence about each reference to
 * another document. Rejects with a UserError that names the file when it is not an API description.
 */
export async function readContract(file: string, warn: (sentence: string) => void): Promise<ApiContract> {
  try {
    const bytes = await readFile(file);
    const document = readContent(joinFiles(bytes, file)?.bytes ?? bytes, file).value();
    if (!isApiDocument(document)) throw new Error('it is not an OpenAPI or Swagger description');
    for (const reference of outerReferences(document))
      warn(`--spec ${file}: ${reference} is not read, so what depends on it is not checked`);
    return new ApiContract(document);
  } catch (error) {
    const reason = systemCode(error) === 'ENOENT' ? 'there is no such file' : messageOf(error);
    throw new UserError('INVALID_DATA', `--spec ${file}: ${reason}`, { cause: error });
  }
}

/** Returns the references to other documents. */
function outerReferences(document: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(document, (key, value: unknown) => {
    if (key === '$ref' && typeof value === 'string' && !value.startsWith('#')) found.add(value);
    return value;
  });
  return found;
}

export class ContractChecker {
  readonly #contract: ApiContract;
  readonly #ignores: readonly Ignored[];
  readonly #violations = new ContractCollector();
  readonly #known = new Lru<string, BrokenExchange>(MAX_KNOWN);
  #queue: Flow[] = [];
  #running: Promise<void> | null = null;
  #checked = 0;
  #broken = 0;
  #failed = 0;

  /** `ignores`: violations that do not count. */
  constructor(contract: ApiContract, ignores: readonly Ignored[]) {
    this.#contract = contract;
    this.#ignores = ignores;
  }

  /** Adds a finished exchange. */
  add(flow: Flow): void {
    if (!isMeant(this.#contract, flow)) return;
    // The bodies stay in the capture budget until the exchange has been checked.
    flow.enterList();
    this.#queue.push(flow);
    this.#running ??= this.#run();
  }

  /** Resolves when all exchanges added so far have been checked. */
  async finish(): Promise<ContractReport> {
    while (this.#running !== null) await this.#running;
    return {
      checked: this.#checked,
      broken: this.#broken,
      failed: this.#failed,
      hosts: [...this.#contract.hosts],
      violations: this.#violations.result(),
      isCut: this.#violations.isCut,
    };
  }

  async #run(): Promise<void> {
    for (let batch = this.#queue; batch.length > 0; batch = this.#queue) {
      this.#queue = [];
      for (const flow of batch) {
        await yieldToEventLoop();
        await this.#check(flow).catch(() => {
          this.#failed += 1;
        });
        flow.leaveList();
      }
    }
    this.#running = null;
  }

  async #check(flow: Flow): Promise<void> {
    const key = fingerprint(flow);
    const known = key === null ? undefined : this.#known.get(key);
    const found = known ?? (await this.#compared(flow));
    if (key !== null && known === undefined) this.#known.set(key, found);
    this.#checked += 1;
    if (found.details.length === 0) return;
    this.#broken += 1;
    this.#violations.add(found, flow.id);
  }

  async #compared(flow: Flow): Promise<BrokenExchange> {
    const { endpoint, operation, violations } = await exchangeViolations(this.#contract, flow);
    const details = violations
      .map(({ detail }) => detail)
      .filter((detail) => ignoredBy(this.#ignores, operation ?? endpoint, detail) === null);
    return { endpoint, call: endpointOf(flow), details };
  }
}
