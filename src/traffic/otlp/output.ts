// Sends each finished exchange to a collector as a span of OpenTelemetry.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import type { Price } from '../../agents/index.ts';
import { version } from '../../base/product.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Redactor } from '../../secrets/redaction/redactor.ts';
import type { FlowOutput } from '../flow-output.ts';
import { transportOf } from '../transport.ts';
import { AgentSpans } from './agent-spans.ts';
import type { Shown } from './attributes.ts';
import { Collector, USER_AGENT, type Header } from './post.ts';
import { SpanQueue } from './span-queue.ts';
import { spanOf } from './span.ts';

export interface OtlpOptions {
  /** The URL of the collector; `/v1/traces` is added where its path does not end so. */
  readonly url: string;
  readonly headers: readonly Header[];
  /** The attribute `service.name`. */
  readonly serviceName: string;
  /** True when spans hold no secrets. */
  readonly redact: boolean;
  /** Prices of models, for the costs of runs of AI agents; by default none. */
  readonly prices?: readonly Price[];
}

export class OtlpOutput implements FlowOutput {
  readonly #url: URL;
  readonly #collector: Collector;
  readonly #queue: SpanQueue;
  readonly #resource: Resource;
  readonly #agents: AgentSpans;
  /** Null when spans keep secrets. */
  readonly #redactor: Redactor | null;

  private constructor(
    { url, headers, serviceName, prices = [] }: OtlpOptions,
    redactor: Redactor | null,
    say: Say,
  ) {
    this.#url = tracesUrl(url);
    this.#collector = new Collector(this.#url, headers);
    const { href } = this.#url;
    this.#queue = new SpanQueue(
      (spans, signal) => this.#collector.post(spans, signal),
      (text) => say(`${href} ${text}`),
    );
    this.#redactor = redactor;
    this.#resource = resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
    });
    this.#agents = new AgentSpans({
      resource: this.#resource,
      prices,
      shown: (text) => this.#redactor?.text(text) ?? text,
    });
  }

  /** Opens the output. The collector is not asked for anything before there are spans; `say` takes its failures. */
  static async open(options: OtlpOptions, say: Say): Promise<OtlpOutput> {
    return new OtlpOutput(options, options.redact ? await redactor() : null, say);
  }

  async add(flow: Flow): Promise<void> {
    if (this.#isOwn(flow)) return;
    const span = await spanOf(flow, this.#resource, this.#shown(flow));
    for (const ready of await this.#agents.add(flow, span)) this.#queue.add(ready);
  }

  async close(): Promise<void> {
    for (const left of this.#agents.end()) this.#queue.add(left);
    await this.#queue.close();
    this.#collector.close();
  }

  /** True for an export that passes this proxy, decrypted or not. Its span would be an export again, without end. */
  #isOwn({ request, target }: Flow): boolean {
    if (request !== null) return request.header('user-agent') === USER_AGENT;
    const { protocol, hostname, port } = this.#url;
    const usualPort = protocol === 'https:' ? 443 : 80;
    return target.host === hostname.replace(/^\[|\]$/g, '') && target.port === Number(port || usualPort);
  }

  #shown(flow: Flow): Shown {
    const redactor = this.#redactor;
    if (redactor === null) return (text) => text;
    const { request, target, path } = flow;
    if (request !== null)
      redactor.learn({
        host: target.host,
        path,
        headers: request.headers,
        body: '',
        transport: transportOf(flow),
      });
    return (text) => (text === flow.url ? redactor.url(text) : redactor.text(text));
  }
}

type Say = (text: string) => void;

function tracesUrl(url: string): URL {
  const parsed = new URL(url);
  if (!parsed.pathname.endsWith('/v1/traces'))
    parsed.pathname = `${parsed.pathname.replace(/\/$/, '')}/v1/traces`;
  return parsed;
}

async function redactor(): Promise<Redactor> {
  const { Redactor: Loaded } = await import('../../secrets/redaction/redactor.ts');
  return new Loaded();
}
