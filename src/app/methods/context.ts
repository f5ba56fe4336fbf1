// What methods act on. Types only: who lists methods, as help and the server for assistants do, loads no engine.
import type { FlowDetail } from '../../flow/detail.ts';
import type { Flow } from '../../flow/flow.ts';
import type { PausedQueue } from '../../tools/paused/index.ts';
import type { ScriptLog } from '../../tools/script-log.ts';
import type { ToolSet } from '../../tools/tool-set.ts';
import type { Engine } from '../engine/index.ts';
import type { Settings } from '../settings/schema.ts';
import type { TrafficList } from '../traffic-list.ts';

export interface AppContext {
  readonly engine: Engine;
  readonly traffic: TrafficList;
  readonly tools: ToolSet;
  readonly paused: PausedQueue;
  readonly scriptLog: ScriptLog;
  /** As they are stored, secrets included. */
  readonly settings: Settings;
  setRecording(on: boolean): void;
  /** Has a place of the app shown, where one of its pages is open. */
  show(location: UiLocation): void;
  /** Whether the operating system trusts the root certificate. */
  readonly certificateTrusted: () => Promise<boolean>;
  /** The flow of this id, captured or opened; undefined when it is in none of the lists. */
  find(id: number): Flow | undefined;
  detail(flow: Flow): Promise<FlowDetail>;
  /** Applies a change of settings and saves it; rejects with an Error that may have a `field`, and then nothing has changed. */
  changeSettings(change: unknown): Promise<SettingsChanged>;
  /** Runs what changes tools or their rules, and saves it; when either fails, nothing has changed. */
  changeTools<T>(change: (tools: ToolSet) => T | Promise<T>): Promise<T>;
}

/** Where to go in the app; what there is beside `target` depends on that. */
export type UiLocation = { readonly target: string } & Readonly<Record<string, string>>;

export interface SettingsChanged {
  /** Keys that were given. */
  readonly applied: readonly string[];
  /** Whether the proxy listens anew, its list of flows being empty. */
  readonly restarted: boolean;
  /** That the proxy listens on. */
  readonly port: number;
}
