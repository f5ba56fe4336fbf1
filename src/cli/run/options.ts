// The options of `run`, in the form its parts use.
import type { AgentBaseline } from '../../agents/checks/baseline.ts';
import type { AgentCondition } from '../../agents/checks/conditions.ts';
import type { Price } from '../../agents/index.ts';
import type { Baseline } from '../../traffic/insights/baseline.ts';
import type { CassetteOptions } from '../../cassettes/index.ts';
import type { AutosaveOptions } from '../../traffic/autosave/output.ts';
import type { OtlpOptions } from '../../traffic/otlp/output.ts';
import type { EngineSettings } from '../../session/engine/config.ts';
import type { ApiContract } from '../../specs/contract/index.ts';
import type { Ignored } from '../../specs/ignores.ts';
import type { BrowserName } from '../browser/index.ts';
import type { EnvironmentProxy } from '../environment/environment-proxy.ts';
import type { ReportPaths } from './report-paths.ts';
import type { LogTarget } from './request-log.ts';

export interface RunOptions {
  /** The settings of the file, overridden by flags; the engine's defaults apply to the rest. */
  readonly settings: Partial<EngineSettings>;
  /** True when the user has chosen the port: another one will not do. */
  readonly isPortFixed: boolean;
  /** The proxy that the environment names, if the settings do not name another; null without. */
  readonly environmentProxy: EnvironmentProxy | null;
  /** File with rules of debugging tools. */
  readonly tools: string | null;
  /** A recording whose responses replace those of servers. */
  readonly mock: string | null;
  /** The cassette that answers, and takes what it does not know; null for none. */
  readonly cassette: CassetteChoice | null;
  /** Path of the recording, whose extension selects HAR or session. */
  readonly record: string | null;
  /** The output of each finished exchange as a line of NDJSON; null for none. */
  readonly ndjson: NdjsonTarget | null;
  /** The collector that each finished exchange is sent to as a span; null for none. */
  readonly otlp: OtlpOptions | null;
  /** The folder and the rules of a rolling recording; null for none. */
  readonly autosave: AutosaveOptions | null;
  /** True when secrets are removed from the recording. */
  readonly redact: boolean;
  /** The paths of reports, by format. */
  readonly reports: ReportPaths;
  /** Fingerprints of secrets that are accepted. */
  readonly allowedSecrets: ReadonlySet<string>;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The baseline that JSON shapes are compared with. */
  readonly schemaBaseline: SchemaBaseline | null;
  /** Milliseconds. */
  readonly duration: number | null;
  readonly quiet: boolean;
  /** The output that takes the lines for requests. */
  readonly log: LogTarget;
  readonly failOn5xx: boolean;
  readonly failOnError: boolean;
  readonly failOnSecrets: boolean;
  readonly failOnSchemaChange: SchemaCheck | null;
  /** The API description that exchanges are compared with; null without one. */
  readonly contract: { readonly contract: ApiContract; readonly ignores: readonly Ignored[] } | null;
  readonly failOnContract: boolean;
  readonly agents: AgentChecks;
  /** The browser to start, with the arguments of `command`; null without. */
  readonly browser: RunBrowser | null;
  /** True to lead all TCP connections of the command to the proxy, whether it heeds proxy variables or not. */
  readonly transparent: boolean;
  /** The command as an MCP server on standard input and output; null when nothing suggests that it is one. */
  readonly mcp: McpOptions | null;
  /** The wrapped command with its arguments; empty when there is none. */
  readonly command: readonly string[];
}

export type CassetteChoice = Omit<CassetteOptions, 'say'>;

/** Checks on runs of AI agents. */
export interface AgentChecks {
  readonly conditions: readonly AgentCondition[];
  /** The file that runs are compared with; `expected` is null where it is to be made. */
  readonly baseline: { readonly path: string; readonly expected: AgentBaseline | null } | null;
  /** Loads the prices of models. Rejects with a UserError that names the file of settings. */
  readonly prices: () => Promise<readonly Price[]>;
}

export interface McpOptions {
  /** The name by which it is listed; null for that of its command. */
  readonly name: string | null;
  /** False when the first line of its client has to tell. */
  readonly isKnown: boolean;
  /** True when no other option says what happens to the traffic: the app takes it, if it runs. */
  readonly isAlone: boolean;
}

export interface NdjsonTarget {
  /** A path, or `-` for standard output. */
  readonly path: string;
  /** True when lines hold no secrets. */
  readonly redact: boolean;
}

/** The changes of JSON shapes that fail a run. */
export type SchemaCheck = 'any' | 'breaking';

export interface RunBrowser {
  readonly name: BrowserName;
  /** Path of the program. */
  readonly program: string;
}

/** Returns true when the run ends together with a command or a browser. */
export function isWrapping({ command, browser }: RunOptions): boolean {
  return command.length > 0 || browser !== null;
}

export interface SchemaBaseline {
  readonly path: string;
  /** Null when the file does not exist and is to be written at the end. */
  readonly baseline: Baseline | null;
}
