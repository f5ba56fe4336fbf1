// The benchmark that measures work with: the origin, the load generator, and proxies started on demand.
// Closing it ends all of them.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from './subjects/check.ts';
import { killChildren, startChild, type Child } from './processes/children.ts';
import { chooseCores } from './processes/cores.ts';
import { newHosts, type NewHosts } from './load/hosts.ts';
import { ask } from './processes/ipc.ts';
import type { OriginPorts, OriginQuestion } from './origins/origin.ts';
import { chooseBuild, type Built } from './subjects/our-build.ts';
import type { Limit, LoadQuestion, Plan, Window } from './load/plan.ts';
import { tree } from './processes/proc.ts';
import { startSubject, type Subject, type SubjectName } from './subjects/index.ts';

/** The behaviour of clients; how they reach the proxy is added. Without hosts they connect to `localhost`. */
export type Shape = Pick<Plan, 'secure' | 'bodyBytes' | 'connections' | 'inFlight'> &
  Partial<
    Pick<
      Plan,
      | 'hosts'
      | 'events'
      | 'page'
      | 'tunnel'
      | 'streams'
      | 'uploadBytes'
      | 'handshakesOnly'
      | 'webSocket'
      | 'varied'
    >
  >;

/** Port of tcpmux, on which nothing listens: a connection that is opened ahead is refused at once. */
const CLOSED_PORT = 1;

export interface Effort {
  /** The number of rounds of a comparison. */
  readonly rounds: number;
  /** The length of a measured window. */
  readonly seconds: number;
}

export class Bench {
  readonly effort: Effort;
  readonly cores = chooseCores();
  readonly built: Built;
  readonly #folder: string;
  readonly #origin: Child;
  readonly #load: Child;
  #ports: OriginPorts = { plain: 0, secure: 0, http2: 0 };
  #hosts: NewHosts | null = null;
  /** The name of the subject that requests go through, for error messages. */
  #measured = '';

  private constructor(effort: Effort) {
    this.effort = effort;
    this.#folder = mkdtempSync(join(tmpdir(), 'proxyctl-bench-'));
    process.on('exit', this.#vanish);
    // A subject that drops root privileges still needs access to its own folder.
    chmodSync(this.#folder, 0o711);
    this.built = chooseBuild(this.#folder);
    this.#origin = this.#part('origin', new URL('./origins/origin.ts', import.meta.url), this.cores?.origin);
    this.#load = this.#part('load', new URL('./load/generator.ts', import.meta.url), this.cores?.load);
  }

  static async open(effort: Effort): Promise<Bench> {
    const bench = new Bench(effort);
    const question: OriginQuestion = { type: 'listen', folder: bench.#folder };
    bench.#ports = (await ask(bench.#origin.process, question)) as OriginPorts;
    return bench;
  }

  /** Starts a proxy, and checks that bodies come through it and, for ours, that it has recorded them. */
  async start(name: SubjectName): Promise<Subject> {
    const subject = await this.launch(name);
    try {
      if (!subject.answersItself && !subject.http2Only) await check(subject, this.#ports);
      return subject;
    } catch (error) {
      await subject.child.stop();
      throw new Error(`${name} failed the check: ${messageOf(error)} ${subject.child.lastOutput()}`, {
        cause: error,
      });
    }
  }

  /** Starts a proxy without any traffic; with `folder`, a second time in the same folder. */
  launch(name: SubjectName, folder?: string): Promise<Subject> {
    const originCa = join(this.#folder, 'origin-ca.pem');
    const context = { folder: this.#folder, core: this.cores?.subject, originCa, built: this.built };
    return startSubject(name, context, folder);
  }

  /** Takes one measurement on new connections; without a subject, directly to the origin. */
  async window(subject: Subject | null, shape: Shape, limit: Limit): Promise<Window> {
    await this.openLoad(subject, shape);
    const window = await this.run(limit);
    await this.closeLoad();
    return window;
  }

  /** Opens the connections that `run` uses, and closes those opened before. */
  async openLoad(subject: Subject | null, shape: Shape): Promise<void> {
    const plan: Plan = {
      hosts: ['localhost'],
      uploadBytes: 0,
      streams: 0,
      events: false,
      webSocket: false,
      handshakesOnly: false,
      varied: false,
      page: null,
      ...shape,
      port: this.#port(shape),
      proxyPort: subject?.port ?? null,
      ...(subject !== null && shape.page !== undefined && ownPage(subject)),
      tunnel: shape.tunnel ?? subject?.tunnel ?? false,
      pids: subject === null ? [] : tree(subject.child.pid),
    };
    this.#measured = subject?.name ?? 'direct';
    await this.#askLoad({ type: 'open', plan });
  }

  #port({ secure, streams = 0, handshakesOnly = false }: Shape): number {
    if (handshakesOnly) return CLOSED_PORT;
    if (streams > 0) return this.#ports.http2;
    return secure ? this.#ports.secure : this.#ports.plain;
  }

  async run(limit: Limit): Promise<Window> {
    return (await this.#askLoad({ type: 'run', limit })) as Window;
  }

  async closeLoad(): Promise<void> {
    await this.#askLoad({ type: 'close' });
  }

  /** Returns the origin's certificate and key in PEM, for another origin at `localhost`. */
  credentials(): { readonly cert: string; readonly key: string } {
    const read = (name: string): string => readFileSync(join(this.#folder, name), 'utf8');
    return { cert: read('origin.pem'), key: read('origin.key') };
  }

  /** The port of the plain origin. */
  get originPort(): number {
    return this.#ports.plain;
  }

  /** The type of new hosts, names or addresses; null before any were requested. */
  get hostType(): NewHosts['type'] | null {
    return this.#hosts?.type ?? null;
  }

  /** Returns hosts that no proxy has seen; they can be reached until the next call. */
  async newHosts(count: number): Promise<readonly string[]> {
    this.#hosts ??= await newHosts();
    const hosts = this.#hosts.take(count);
    const question: OriginQuestion = { type: 'addresses', addresses: hosts };
    if (this.#hosts.type === 'addresses') await ask(this.#origin.process, question);
    return hosts;
  }

  async close(): Promise<void> {
    await Promise.all([this.#origin.stop(), this.#load.stop()]);
    process.off('exit', this.#vanish);
    this.#vanish();
  }

  readonly #vanish = (): void => {
    killChildren();
    rmSync(this.#folder, { recursive: true, force: true });
  };

  #part(name: string, file: URL, core: number | undefined): Child {
    const command = [process.execPath, fileURLToPath(file)];
    return startChild({ name, command, core, folder: this.#folder, hasIpc: true });
  }

  async #askLoad(question: LoadQuestion): Promise<unknown> {
    try {
      return await ask(this.#load.process, question);
    } catch (error) {
      throw new Error(`${this.#measured}: ${messageOf(error)}`, { cause: error });
    }
  }
}

/** The proxy's own pages are requested as from any server. */
function ownPage({ port }: Subject): Pick<Plan, 'hosts' | 'port' | 'proxyPort'> {
  return { hosts: ['127.0.0.1'], port, proxyPort: null };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
