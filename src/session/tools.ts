// The debugging tools of a session, with the services that they use. They are loaded at first use, so that a proxy
// without tools starts without their code.
import type { FlowColor } from '../flow/colors.ts';
import type { Flow } from '../flow/flow.ts';
import type { ProxyHooks } from '../proxy/hooks.ts';
import type { PausedQueue } from '../tools/paused/index.ts';
import type { MutableHooks } from '../tools/pipeline/hooks.ts';
import type { ScriptLog, ScriptLogEntry } from '../tools/script-log.ts';
import type { ToolSet } from '../tools/tool-set.ts';
import { ChangeSignal } from './change-signal.ts';

/** The tools once they are loaded. */
export interface LoadedTools {
  readonly tools: ToolSet;
  readonly paused: PausedQueue;
  readonly scriptLog: ScriptLog;
}

export interface SessionToolsOptions {
  /** Called with messages of tools for the user. */
  readonly say: (text: string) => void;
  /** Called with each console line and error of the scripts of rules. */
  readonly scriptLine?: ((line: ScriptLogEntry) => void) | undefined;
}

/** The proxy that the tools work for. */
export interface ToolsOwner {
  /** Most bytes of a body that are buffered. */
  readonly maxBodyBytes: number;
  color(flow: Flow, color: FlowColor): void;
}

export class SessionTools {
  /** Signals for listeners that follow tools with their rules, or paused messages. */
  readonly changes = { tools: new ChangeSignal(), paused: new ChangeSignal() };
  readonly #hooks: MutableHooks = {};
  readonly #options: SessionToolsOptions;
  #loading: Promise<LoadedTools> | null = null;
  #loaded: LoadedTools | null = null;
  #owner: ToolsOwner | null = null;

  constructor(options: SessionToolsOptions) {
    this.#options = options;
  }

  /** A live object: each hook is present only while a tool needs it. */
  get hooks(): ProxyHooks {
    return this.#hooks;
  }

  /** Null before `load` has resolved for the first time. */
  get loaded(): LoadedTools | null {
    return this.#loaded;
  }

  get activeTools(): readonly string[] {
    return this.#loaded?.tools.activeTools ?? [];
  }

  /** Connects the tools to their proxy. */
  worksFor(owner: ToolsOwner): void {
    this.#owner = owner;
  }

  /** Resolves with the tools, which are all off at first. */
  load(): Promise<LoadedTools> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<LoadedTools> {
    const [{ ToolSet }, { PausedQueue }, { ScriptLog }, { DesktopNotices }, { readRecording }] =
      await Promise.all([
        import('../tools/tool-set.ts'),
        import('../tools/paused/index.ts'),
        import('../tools/script-log.ts'),
        import('../system/notify/index.ts'),
        import('../traffic/recordings.ts'),
      ]);
    const notices = new DesktopNotices();
    const paused = new PausedQueue();
    const scriptLog = new ScriptLog(this.#options.scriptLine);
    const tools = new ToolSet(
      {
        paused,
        scriptLog,
        notify: ({ channel, title, text }) => {
          if (channel === 'desktop') notices.show(title, text);
          else this.#options.say(`${title}: ${text}`);
        },
        color: (flow, color) => this.#owner?.color(flow, color),
        readRecording,
        // Nothing is buffered before there is a proxy.
        maxBodyBytes: () => this.#owner?.maxBodyBytes ?? 0,
      },
      undefined,
      this.#hooks,
    );
    tools.onChange(this.changes.tools.notify);
    paused.onChange(this.changes.paused.notify);
    this.#loaded = { tools, paused, scriptLog };
    return this.#loaded;
  }

  /** Removes all hooks, lets paused messages go, and stops the tools. */
  async close(): Promise<void> {
    const loaded = await this.#loading?.catch(() => null);
    loaded?.paused.close();
    await loaded?.tools.close();
  }
}
