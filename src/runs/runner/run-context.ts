// The state that the requests of consecutive iterations share.
import type { ShowPage } from '../../requests/auth/contract.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { ModelPrices } from '../../collections/model/model-price.ts';
import type { AllowProgram, OpenConnection } from '../../requests/protocols/contract.ts';
import type { ResolveFile } from '../../requests/http/body.ts';
import type { BodyFiles } from '../../requests/http/body-file.ts';
import type { WatchExchange } from '../../requests/http/exchange-steps.ts';
import type { CookieStore } from '../../requests/http/cookies.ts';
import type { HttpSender } from '../../requests/http/sender.ts';
import type { Message } from '../../requests/response.ts';
import type { ScriptHost, ScriptOutcome, ScriptTask } from '../scripts/contract.ts';
import type { OnScriptOutput, StepEvent, StepPlace } from './events.ts';
import type { Scopes } from '../../collections/variables/scopes.ts';

export interface RunContext {
  readonly scopes: Scopes;
  readonly cookies: CookieStore;
  readonly sender: HttpSender;
  /** Values that authorization reuses, such as tokens; see `AuthContext`. */
  readonly authCache: Map<string, unknown>;
  /** Opens a page for the user; undefined when nobody can see one. */
  readonly showPage: ShowPage | undefined;
  readonly scripts: { run(task: ScriptTask, host: ScriptHost): Promise<ScriptOutcome> };
  readonly resolveFile: ResolveFile;
  /** The working directory of programs that requests start. */
  readonly folder: string;
  readonly allowProgram: AllowProgram;
  readonly modelPrices: ModelPrices;
  /** The collection whose requests scripts can run; absent where there is none. */
  readonly collection?: Collection | undefined;
  /** Requests within which this one is run by scripts; 0 by default. */
  readonly depth?: number | undefined;
  /** Secrets of the workspace by name, which scripts change until the end of the run. */
  readonly vault?: Map<string, string> | undefined;
  readonly collectionName: string;
  /** Empty without an environment. */
  readonly environmentName: string;
  readonly iterationCount: number;
  /** Milliseconds, instead of the timeout of each request; null to keep that. */
  readonly timeoutMs: number | null;
  /** True to follow no redirects, whatever the request says. */
  readonly ignoreRedirects: boolean;
  /** See `RunOptions`. */
  readonly retries: number;
  readonly failsOnStatus: boolean;
  /** True to verify no certificate. */
  readonly insecure: boolean;
  /** Receives messages as they are sent and received. */
  readonly onMessage: ((message: Message) => void) | undefined;
  /** Receives what scripts print and test while they run. */
  readonly onScriptOutput: OnScriptOutput | undefined;
  /** See `ProtocolContext`. */
  readonly onOpen: ((connection: OpenConnection) => void) | undefined;
  readonly watchExchange: WatchExchange | undefined;
  readonly bodyFiles: BodyFiles | undefined;
  readonly signal: AbortSignal;
  /** See `Reporter.step`; null when no reporter wants to know. */
  readonly observe: ((at: StepPlace, event: StepEvent) => void) | null;
}
