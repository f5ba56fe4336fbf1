// Checks each exchange of a run against an API description after the exchange has ended.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { Lru } from '../../base/lru.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { isApiDocument } from '../../documents/openapi/document.ts';
import { decodeBody } from '../../flow/decode.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';
import { endpointOf, pathEndpointOf } from '../../traffic/insights/flow-facts.ts';
import {
  ContractCollector,
  type BrokenExchange,
  type ContractReport,
} from '../../traffic/insights/report/contract.ts';
import { readContent } from '../../interchange/import/content.ts';
import { joinFiles } from '../../interchange/files/join-files.ts';
import { ApiContract, type Violation } from '../../specs/contract/index.ts';
import { fingerprint } from './fingerprint.ts';

/** The number of exchanges whose result is reused for equal ones. */
const MAX_KNOWN = 5000;
const MAX_BODY_BYTES = 10 * 1024 * 1024;

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
  readonly #violations = new ContractCollector();
  readonly #known = new Lru<string, BrokenExchange>(MAX_KNOWN);
  #queue: Flow[] = [];
  #running: Promise<void> | null = null;
  #checked = 0;
  #broken = 0;
  #failed = 0;

  constructor(contract: ApiContract) {
    this.#contract = contract;
  }

  /** Adds a finished exchange. */
  add(flow: Flow): void {
    if (!this.#isMeant(flow)) return;
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

  /** True for an exchange with a server of the description, or with an instance of it on this machine. */
  #isMeant({ request, status, target }: Flow): boolean {
    if (request === null || status === 101) return false;
    const { hosts } = this.#contract;
    const host = target.host.toLowerCase();
    return hosts.size === 0 || hosts.has(host) || LOOPBACK.test(host);
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
    const { endpoint, violations } = await this.#violationsOf(flow);
    return { endpoint, call: endpointOf(flow), details: violations.map(({ detail }) => detail) };
  }

  async #violationsOf(
    flow: Flow,
  ): Promise<{ readonly endpoint: string; readonly violations: readonly Violation[] }> {
    const { method, request, status } = flow;
    const response = flow.originalResponse ?? flow.response;
    const { match, methods } = this.#contract.find(method, pathOf(flow.url));
    if (match === null) {
      const isPreflight = method === 'OPTIONS' && methods.length > 0;
      const detail =
        methods.length === 0
          ? 'the path is not documented'
          : `the method is not documented: the path has ${methods.join(', ')}`;
      return {
        endpoint: pathEndpointOf(flow),
        violations: isPreflight ? [] : [{ location: 'path', detail }],
      };
    }
    const endpoint = `${method} ${match.operation.path}`;
    if (request === null) return { endpoint, violations: [] };
    const headers = headersOf(request);
    const parameters = this.#contract.parameterViolations(match, { headers });
    const [, body] = this.#contract.bodyViolations(match, { headers }, await bodyOf(request));
    const ofResponse =
      response === null || status === 0
        ? []
        : this.#contract.responseViolations(match, {
            status: response === flow.response ? status : statusOf(response, status),
            headers: headersOf(response),
            body: method === 'HEAD' ? Buffer.alloc(0) : await bodyOf(response),
          });
    // A refused request may well be invalid: the description documents the refusal for that case.
    const isRefused = status >= 400 && status < 500;
    const inResponse = ofResponse.map(({ location, detail }) => ({
      location,
      detail: `response ${status}: ${detail}`,
    }));
    return { endpoint, violations: [...(isRefused ? [] : [...parameters, ...body]), ...inResponse] };
  }
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;

function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/?#]*/, '') || '/';
}

function statusOf({ head }: Message, fallback: number): number {
  const [, status] = /^HTTP\/\S+ (\d{3})/.exec(head) ?? [];
  return status === undefined ? fallback : Number(status);
}

function headersOf({ headers }: Message): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const before = found[key];
    found[key] = before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`;
  }
  return found;
}

/** Resolves with null for a body that was not captured, or cannot be decoded, as a whole. */
async function bodyOf(message: Message): Promise<Buffer | null> {
  const { body } = message;
  if (body.size === 0) return Buffer.alloc(0);
  const { bytes, size, exact, error } = await decodeBody(message, MAX_BODY_BYTES);
  return error === null && exact && bytes.length === size ? bytes : null;
}
