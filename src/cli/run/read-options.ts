// Validates the flags of `run` strictly. An invalid flag ends the command before anything starts.
import { resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { readHostPattern } from '../../base/host-pattern.ts';
import type { EngineSettings } from '../../session/engine/config.ts';
import type { OutputSettings } from '../../session/outputs/contract.ts';
import { environmentProxy } from '../environment/environment-proxy.ts';
import { hostOf } from '../pipe/server-name.ts';
import { isPiped } from '../pipe/standard-streams.ts';
import { listenPort, STANDARD_OUTPUT } from '../options.ts';
import { agentChecks, otlpWithPrices, type AgentFlags } from './read-agent-checks.ts';
import type { RunBrowser, RunOptions, SchemaBaseline, SchemaCheck } from './options.ts';
import { autosaveOptions, ndjsonTarget, type OutputFlags } from './read-outputs.ts';
import type { ReportFormat } from '../../traffic/insights/report/formats.ts';
import type { ReportPaths } from './report-paths.ts';
import { cassetteChoice, type CassetteFlags } from './read-cassette.ts';
import { contractOf } from './read-contract.ts';
import type { LogTarget } from './request-log.ts';

/** The flags as parsed by commander. */
export interface RunFlags extends OutputFlags, AgentFlags, CassetteFlags {
  readonly settings?: string | undefined;
  readonly tools?: string | undefined;
  readonly mock?: string | undefined;
  readonly port?: string | undefined;
  readonly ssl: readonly string[];
  readonly sslApp: readonly string[];
  readonly insecure: readonly string[];
  readonly keylog?: string | undefined;
  readonly allInterfaces?: true | undefined;
  readonly browser?: string | undefined;
  readonly transparent?: true | undefined;
  readonly mcp?: string | boolean | undefined;
  readonly record?: string | undefined;
  readonly report?: string | undefined;
  readonly reportJson?: string | undefined;
  readonly reportJunit?: string | undefined;
  readonly reportSarif?: string | undefined;
  readonly reportHtml?: string | undefined;
  readonly secretsAllow?: string | undefined;
  readonly schemaBaseline?: string | undefined;
  readonly duration?: string | undefined;
  readonly quiet?: true | undefined;
  readonly log?: string | undefined;
  readonly failOn5xx?: true | undefined;
  readonly failOnError?: true | undefined;
  readonly failOnSecrets?: true | undefined;
  readonly failOnSchemaChange?: true | SchemaCheck | undefined;
  readonly spec?: string | undefined;
  readonly failOnContract?: true | undefined;
}

/** Validates the flags. Rejects with an Error that names the option, or the file and the problem with it. */
export async function runOptions(command: readonly string[], flags: RunFlags): Promise<RunOptions> {
  refuseSharedFiles(flags);
  const fromFlags = flagSettings(flags);
  const fromFile = flags.settings === undefined ? null : await settingsOf(flags.settings);
  const settings = { ...fromFile?.engine, ...fromFlags };
  const mcp = mcpOptions(command, flags);
  const cassette = cassetteChoice(flags, mcp !== null);
  return {
    settings,
    isPortFixed: flags.port !== undefined,
    environmentProxy: settings.externalProxy?.isEnabled === true ? null : environmentProxy(process.env),
    tools: flags.tools ?? null,
    mock: flags.mock ?? null,
    cassette,
    record: flags.record === undefined ? null : recordPath(flags.record),
    redact: flags.redact === true,
    ndjson: ndjsonTarget(flags, fromFile),
    otlp: await otlpWithPrices(flags, fromFile),
    autosave: await autosaveOptions(flags, fromFile),
    reports: await reportPaths(flags),
    allowedSecrets: new Set([
      ...(fromFile?.allowedSecrets ?? []),
      ...(flags.secretsAllow === undefined ? [] : await allowed(flags.secretsAllow)),
    ]),
    startedAt: Date.now(),
    schemaBaseline: flags.schemaBaseline === undefined ? null : await schemaBaseline(flags.schemaBaseline),
    duration: flags.duration === undefined ? null : seconds(flags.duration) * 1000,
    quiet: flags.quiet === true,
    log: logTarget(command, flags),
    failOn5xx: flags.failOn5xx === true,
    failOnError: flags.failOnError === true,
    failOnSecrets: flags.failOnSecrets === true,
    failOnSchemaChange: flags.failOnSchemaChange === true ? 'any' : (flags.failOnSchemaChange ?? null),
    contract: await contractOf(flags),
    failOnContract: flags.failOnContract === true,
    agents: await agentChecks(flags, fromFile, writable),
    transparent: flags.transparent === true && (await checkedTransparent(command, flags)),
    mcp: mcp === null ? null : { ...mcp, isAlone: mcp.isAlone && cassette === null },
    browser: flags.browser === undefined ? null : await browserOf(flags.browser),
    command,
  };
}

/** Throws a UserError when this system, or other options, do not go with it; asked before a browser is looked for. */
async function checkedTransparent(command: readonly string[], { browser }: RunFlags): Promise<true> {
  if (command.length === 0 || browser !== undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      '--transparent is for a command: give one behind --, such as: run --transparent -- ./program',
    );
  const { checkTransparent } = await import('./transparent/index.ts');
  checkTransparent();
  return true;
}

/** Standard streams that are pipes suggest a server; they may be those of any other command. */
function mcpOptions(command: readonly string[], flags: RunFlags): RunOptions['mcp'] {
  const { mcp, browser, transparent } = flags;
  const isAsked = mcp === true || typeof mcp === 'string';
  const isPossible = command.length > 0 && browser === undefined && transparent !== true;
  if (isAsked && !isPossible)
    throw new UserError(
      'INVALID_PARAMETER',
      '--mcp is for a server: give its command behind --, without --browser and --transparent',
    );
  if (!isPossible || mcp === false || (!isAsked && !isPiped())) return null;
  return {
    name: typeof mcp === 'string' ? hostOf(mcp) : null,
    isKnown: isAsked,
    isAlone: !Object.entries(flags).some(isOfTraffic),
  };
}

/** True for an option that is given, and says something about the traffic. */
function isOfTraffic([name, value]: readonly [string, unknown]): boolean {
  if (name === 'mcp' || name === 'quiet') return false;
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

async function browserOf(text: string): Promise<RunBrowser> {
  const { BROWSERS, findBrowser } = await import('../browser/index.ts');
  const name = BROWSERS.find((each) => each === text);
  if (name === undefined)
    throw new UserError(
      'INVALID_PARAMETER',
      `--browser ${quoted(text)} is not a browser: give ${BROWSERS.join(' or ')}`,
    );
  return { name, program: findBrowser(name, process.env) };
}

/**
 * Returns only the settings whose flags were given, so that the file's or the engine's own values apply to the others.
 */
function flagSettings({
  port,
  ssl,
  sslApp,
  insecure,
  keylog,
  allInterfaces,
}: RunFlags): Partial<EngineSettings> {
  return {
    ...(port !== undefined && { port: listenPort('--port', port) }),
    ...(ssl.length > 0 && { sslProxyingHosts: ssl.map(hostPattern('--ssl')) }),
    ...(sslApp.length > 0 && { sslProxyingApps: sslApp }),
    ...(insecure.length > 0 && { insecureUpstreamHosts: insecure.map(hostPattern('--insecure')) }),
    ...(keylog !== undefined && { tlsKeyLogPath: resolve(keylog) }),
    ...(allInterfaces === true && { listenOnAllInterfaces: true }),
  };
}

/** Loaded on demand: a run without settings starts sooner without their schema. */
interface FileSettings extends OutputSettings {
  readonly engine: EngineSettings;
  readonly allowedSecrets: readonly string[];
}

async function settingsOf(path: string): Promise<FileSettings> {
  const { readSettingsFile } = await import('../../session/settings/file.ts');
  const { engineSettings } = await import('../../session/engine/config.ts');
  const settings = await readSettingsFile(path);
  return { ...settings, engine: engineSettings(settings) };
}

/** Throws when two options name the same output file. */
function refuseSharedFiles(flags: RunFlags): void {
  const files = Object.entries({
    '--record': flags.record,
    '--cassette': flags.cassette,
    '--ndjson': flags.ndjson,
    '--report': flags.report,
    '--report-json': flags.reportJson,
    '--report-junit': flags.reportJunit,
    '--report-sarif': flags.reportSarif,
    '--report-html': flags.reportHtml,
    '--schema-baseline': flags.schemaBaseline,
    '--agent-baseline': flags.agentBaseline,
    '--log': flags.log,
  });
  const options = new Map<string, string>();
  for (const [option, path] of files) {
    if (path === undefined) continue;
    const other = options.get(resolve(path));
    if (other !== undefined)
      throw new UserError(
        'CONFLICT',
        path === STANDARD_OUTPUT
          ? `${other} and ${option} both name standard output`
          : `${other} and ${option} name the same file ${path}`,
      );
    options.set(resolve(path), option);
  }
}

/** Returns the target of the lines. Standard output belongs to the command, or to a report that goes there. */
function logTarget(command: readonly string[], flags: RunFlags): LogTarget {
  const { log, quiet, browser } = flags;
  if (log !== undefined && quiet === true)
    throw new UserError('INVALID_PARAMETER', '--quiet and --log exclude each other: give one');
  if (log !== undefined) return log === STANDARD_OUTPUT ? 'stdout' : { path: resolve(log) };
  const isTaken = browser === undefined && command.length > 0;
  const others = [flags.ndjson, ...Object.values(reportFlags(flags))];
  return isTaken || others.includes(STANDARD_OUTPUT) ? 'stderr' : 'stdout';
}

async function reportPaths(flags: RunFlags): Promise<ReportPaths> {
  const asked = reportFlags(flags);
  const paths: Partial<Record<ReportFormat, string>> = {};
  for (const format of Object.keys(asked) as ReportFormat[]) {
    const path = asked[format];
    if (path !== undefined) paths[format] = await writable(path);
  }
  return paths;
}

function reportFlags(flags: RunFlags): Readonly<Record<ReportFormat, string | undefined>> {
  return {
    markdown: flags.report,
    json: flags.reportJson,
    junit: flags.reportJunit,
    sarif: flags.reportSarif,
    html: flags.reportHtml,
  };
}

function recordPath(path: string): string {
  if (path !== STANDARD_OUTPUT) return resolve(path);
  throw new UserError(
    'INVALID_PARAMETER',
    '--record - is not possible: a recording is a file, whose name ends in .har or .proxysession',
  );
}

async function allowed(path: string): Promise<ReadonlySet<string>> {
  const { allowedSecrets } = await import('./allowed-secrets.ts');
  return allowedSecrets(path);
}

/** Checks before the run that the file can be written, not after it. */
async function writable(path: string): Promise<string> {
  if (path === STANDARD_OUTPUT) return path;
  const { checkWritable } = await import('../output-file.ts');
  await checkWritable(path);
  return resolve(path);
}

async function schemaBaseline(path: string): Promise<SchemaBaseline> {
  const { baselineOf } = await import('./baseline-file.ts');
  const baseline = await baselineOf(path);
  return { path: baseline === null ? await writable(path) : resolve(path), baseline };
}

function hostPattern(option: string): (text: string) => string {
  return (text) => {
    const pattern = readHostPattern(text);
    if (pattern !== null) return pattern;
    throw new UserError(
      'INVALID_PARAMETER',
      `${option} ${quoted(text)} is not a host: give a name such as api.example.com, with * and ? as wildcards, without scheme, port or path`,
    );
  };
}

/** The longest time that a timer can wait: 24 days. */
const MAX_SECONDS = 2_147_483;

function seconds(text: string): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= MAX_SECONDS) return value;
  throw new UserError(
    'INVALID_PARAMETER',
    `--duration ${quoted(text)} is not a time: give a number of seconds above 0`,
  );
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
