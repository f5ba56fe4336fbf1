// Joins the hooks of the embedding program with those of the debugging tools. The program is closer to the client: it
// sees requests before the tools, and responses after them. The hooks of the tools may change at any time. When a
// hook of the program throws, the traffic stays unchanged, and the error is rethrown so that the program sees it.
import type {
  ExchangeHook,
  HeldMessage,
  InterceptedExchange,
  InterceptedResponse,
  ProxyHooks,
  RequestVerdict,
  ResponseVerdict,
  TunnelHook,
} from '../proxy/hooks.ts';
import type { Flow } from '../flow/flow.ts';

/** Returns live hooks: each hook exists as long as `own` or `tools` has it. */
export function joinedHooks(own: ProxyHooks, tools: ProxyHooks): ProxyHooks {
  const webSockets = new JoinedWebSockets(own, tools);
  const exchange = (flow: Flow): ExchangeHook | null => {
    const first = orThrownAgain(() => own.exchange?.(flow)) ?? null;
    const second = tools.exchange?.(flow) ?? null;
    return first === null ? second : joinedExchange(first, second);
  };
  const tunnel = (flow: Flow): TunnelHook | null => {
    const first = orThrownAgain(() => own.tunnel?.(flow)) ?? null;
    const second = tools.tunnel?.(flow) ?? null;
    return first === null || second === null ? (first ?? second) : joinedTunnel(first, second);
  };
  const mayDecrypt: ProxyHooks['mayDecrypt'] = (...target) =>
    (orThrownAgain(() => own.mayDecrypt?.(...target)) ?? true) && (tools.mayDecrypt?.(...target) ?? true);
  return {
    get exchange() {
      return own.exchange === undefined && tools.exchange === undefined ? undefined : exchange;
    },
    get tunnel() {
      return own.tunnel === undefined && tools.tunnel === undefined ? undefined : tunnel;
    },
    get mayDecrypt() {
      return own.mayDecrypt === undefined && tools.mayDecrypt === undefined ? undefined : mayDecrypt;
    },
    watchesWebSocket: (flow) => webSockets.watches(flow),
    webSocketMessage: (flow, message) => webSockets.message(flow, message),
  };
}

const FORWARD: RequestVerdict = { type: 'forward' };
const SEND: ResponseVerdict = { type: 'send' };

function joinedExchange(own: ExchangeHook, tools: ExchangeHook | null): ExchangeHook {
  return {
    recorded: own.recorded && (tools?.recorded ?? true),
    async request(exchange: InterceptedExchange): Promise<RequestVerdict> {
      const verdict = await orRejectedAgain(async () => own.request(exchange), FORWARD);
      return verdict.type === 'forward' ? (tools?.request(exchange) ?? FORWARD) : verdict;
    },
    wantsSyntheticResponses: () =>
      (own.wantsSyntheticResponses?.() ?? true) || (tools?.wantsSyntheticResponses?.() ?? tools !== null),
    async response(exchange: InterceptedExchange, response: InterceptedResponse): Promise<ResponseVerdict> {
      const verdict = (await tools?.response(exchange, response)) ?? SEND;
      if (verdict.type !== 'send') return verdict;
      return orRejectedAgain(async () => own.response(exchange, response), SEND);
    },
    finished(exchange) {
      tools?.finished(exchange);
      orThrownAgain(() => own.finished(exchange));
    },
  };
}

function orThrownAgain<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    throwLater(error);
    return undefined;
  }
}

async function orRejectedAgain<T>(call: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throwLater(error);
    return fallback;
  }
}

/** Rethrows an error of the program as an uncaught one, so that the program sees it. */
export function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function joinedTunnel(own: TunnelHook, tools: TunnelHook): TunnelHook {
  return {
    recorded: own.recorded && tools.recorded,
    verdict: own.verdict.type === 'open' ? tools.verdict : own.verdict,
    connectTo: tools.connectTo ?? own.connectTo,
    latencyMs: own.latencyMs + tools.latencyMs,
    upload: tools.upload ?? own.upload,
    download: tools.download ?? own.download,
    finished(flow) {
      tools.finished(flow);
      own.finished(flow);
    },
  };
}

/** Messages of WebSockets go only to those that watch them. */
class JoinedWebSockets {
  readonly #own: ProxyHooks;
  readonly #tools: ProxyHooks;
  readonly #watchers = new WeakMap<Flow, readonly ProxyHooks[]>();

  constructor(own: ProxyHooks, tools: ProxyHooks) {
    this.#own = own;
    this.#tools = tools;
  }

  watches(flow: Flow): boolean {
    const watchers = [this.#own, this.#tools].filter((hooks) => hooks.watchesWebSocket?.(flow) === true);
    this.#watchers.set(flow, watchers);
    return watchers.length > 0;
  }

  async message(flow: Flow, message: HeldMessage): Promise<HeldMessage | null> {
    const watchers = this.#watchers.get(flow) ?? [];
    let passed: HeldMessage | null = message;
    for (const hooks of message.direction === 'sent' ? watchers : watchers.toReversed()) {
      if (passed === null || hooks.webSocketMessage === undefined) continue;
      passed = await hooks.webSocketMessage(flow, passed);
    }
    return passed;
  }
}
