// A client of the console that does by operations alone what the window of the API client does: it sends, follows
// channels, stops, connects.
import type { TestApp } from './app.ts';

export interface ConsoleEvent {
  readonly channel: string;
  readonly number: number;
  readonly type: string;
  readonly time: number;
  readonly [field: string]: ReturnType<typeof JSON.parse>;
}

export class ClientConsole implements AsyncDisposable {
  readonly window: string;
  /** The events of each channel, as they arrived. */
  readonly #events = new Map<string, ConsoleEvent[]>();
  readonly #app: TestApp;
  readonly #stop = new AbortController();
  #wake = Promise.withResolvers<undefined>();
  #done: Promise<void> = Promise.resolve();

  constructor(app: TestApp, window: string = crypto.randomUUID()) {
    this.#app = app;
    this.window = window;
  }

  /** Follows the window's channels; `after` resumes. */
  follow(after = 0): this {
    this.#done = this.#read(after).catch(() => undefined);
    return this;
  }

  async send(request: object, more: object = {}): Promise<string> {
    const params = { window: this.window, tab: crypto.randomUUID(), request, ...more };
    return (await this.call('client.send', params)).channel;
  }

  async connect(request: object, more: object = {}): Promise<string> {
    const params = { window: this.window, tab: crypto.randomUUID(), request, ...more };
    return (await this.call('client.connect', params)).channel;
  }

  call(method: string, params: object): Promise<ReturnType<typeof JSON.parse>> {
    return this.#app.result(method, params);
  }

  /** Resolves with the first event of a channel that matches. */
  async until(channel: string, test: string | ((event: ConsoleEvent) => boolean)): Promise<ConsoleEvent> {
    const matches = typeof test === 'string' ? ({ type }: ConsoleEvent) => type === test : test;
    for (let at = 0; ;) {
      const events = this.of(channel);
      for (; at < events.length; at += 1) if (matches(events[at]!)) return events[at]!;
      if (events.at(-1)?.type === 'end')
        throw new Error(`the channel has ended: ${JSON.stringify(events.at(-1))}`);
      await this.#wake.promise;
    }
  }

  of(channel: string): readonly ConsoleEvent[] {
    return this.#events.get(channel) ?? [];
  }

  phases(channel: string): readonly string[] {
    return this.of(channel)
      .filter(({ type }) => type === 'phase')
      .map(({ phase }) => phase as string);
  }

  /** Resolves with the whole body of a response, read in slices. */
  async body(channel: string): Promise<Buffer> {
    const slices: Buffer[] = [];
    for (let offset = 0; ;) {
      const slice = await this.call('client.response_body', { channel, offset });
      const bytes = Buffer.from(slice.base64, 'base64');
      slices.push(bytes);
      offset += bytes.length;
      if (offset >= slice.total || bytes.length === 0) return Buffer.concat(slices);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#done;
  }

  async #read(after: number): Promise<void> {
    const url = `http://127.0.0.1:${this.#app.port()}/api/channels?window=${this.window}&after=${after}`;
    const headers = { 'X-Proxy-Token': this.#app.token };
    const response = await fetch(url, { headers, signal: this.#stop.signal });
    let rest = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#take(block);
      this.#wake.resolve(undefined);
      this.#wake = Promise.withResolvers();
    }
  }

  #take(block: string): void {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (data === undefined) return;
    const event = { type: /^event: (.*)$/m.exec(block)![1], ...JSON.parse(data) } as ConsoleEvent;
    const events = this.#events.get(event.channel);
    if (events === undefined) this.#events.set(event.channel, [event]);
    else events.push(event);
  }
}
