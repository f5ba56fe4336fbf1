// `proxyctl run`: starts the engine, follows what it captures, and ends with the code that CI is to see.
import { dataFolder } from '../../base/data-folder.ts';
import { messageOf } from '../../base/errors.ts';
import { productName } from '../../base/product.ts';
import { defaults } from '../../app/engine/config.ts';
import { startEngine, type Engine, type Notice } from '../../app/engine/index.ts';
import { followFinished } from '../../app/on-flow-finished.ts';
import { controlApi } from '../../control/api.ts';
import { apiToken } from '../../control/token.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import type { Flow } from '../../flow/flow.ts';
import { conclude } from './summary.ts';
import { runCommand, type RunningCommand } from './command.ts';
import { wrappedEnvironment } from './environment.ts';
import type { RunOptions } from './options.ts';
import { Learner } from './traffic-analyzer.ts';
import { noticeTexts } from './notices.ts';
import { startPrinter } from './printer.ts';
import { Recorder } from './recorder.ts';
import { Tally } from './tally.ts';
import type { RunTools } from './tools.ts';

/** Resolves with the exit code when the run has ended and everything is written. */
export async function run(options: RunOptions): Promise<number> {
  let tell = say;
  const used = await toolsFor(options, (text) => tell(text));
  const recorder = options.record === null ? null : await Recorder.start(options.record, options.redact);
  const learner = await learnerFor(options);
  const notices = noticeTexts(() => engine.ca.certPath);
  const engine = await start(options, used, (notice) => {
    for (const text of notices(notice)) printer.say(text);
  });
  const tally = new Tally();
  const printer = startPrinter({
    quiet: options.quiet,
    live: options.command.length === 0,
    tally,
    pending: () => following.pending,
  });
  tell = (text) => printer.say(text);
  const consume = (flow: Flow): Promise<void> | undefined => {
    tally.add(flow);
    printer.print(flow);
    learner.add(flow);
    return fault === null ? recorder?.add(flow) : undefined;
  };
  let fault: unknown = null;
  const following = followFinished(engine.flows, consume, (error) => {
    fault ??= error;
  });
  // From here on a signal ends the run in order; the command starts in a later turn, behind these lines.
  const ended = untilEnd(options, engine);
  say(`${productName} is listening on http://${formatAuthority(engine.address, engine.port)}`);
  for (const line of morePorts(engine, options)) say(line);
  say(`Root certificate: ${engine.ca.certPath}`);
  const commandCode = await ended;
  await following.settled();
  if (learner.behind > MANY) say(`${learner.behind} requests are still being looked at`);
  // While the engine is there, so are the captures that lie in its file.
  await learner.caughtUp();
  await engine.close();
  await used?.tools.close();
  await following.settled();
  const learnt = await learner.finish();
  printer.close();
  await recorder?.finish().catch((error: unknown) => {
    fault ??= error;
  });
  const { hasFailed } = await conclude(options, tally, learnt, say);
  if (fault !== null)
    throw new Error(`cannot record to ${options.record ?? ''}: ${messageOf(fault)}`, { cause: fault });
  return hasFailed ? 1 : commandCode;
}

/** So many take long enough to say so. */
const MANY = 2000;

async function learnerFor(options: RunOptions): Promise<Learner> {
  const { report, schemaBaseline, failOnSecrets, failOnSchemaChange } = options;
  const isWhole = report !== null || schemaBaseline !== null || failOnSecrets || failOnSchemaChange;
  const { ReportFigures } =
    report === null ? { ReportFigures: null } : await import('../../traffic/insights/report/index.ts');
  return new Learner({
    isWhole,
    figures: ReportFigures === null ? null : new ReportFigures(),
    baseline: schemaBaseline?.baseline ?? null,
  });
}

/** Without being asked for, other than in the app, which comes with a list. */
const NOTHING_DECRYPTED = { sslProxyingHosts: [], sslProxyingApps: [], tlsKeyLogPath: null };

async function start(
  options: RunOptions,
  used: RunTools | null,
  notice: (notice: Notice) => void,
): Promise<Engine> {
  const home = dataFolder();
  const { token, path } = await apiToken(home);
  const settings = { ...NOTHING_DECRYPTED, ...options.settings };
  const hooked = used && { hooks: used.tools.hooks, activeTools: () => used.tools.activeTools };
  return startEngine({
    ...defaults,
    ...settings,
    // What is recorded of a host over HTTPS can answer only where it is decrypted.
    sslProxyingHosts: [...settings.sslProxyingHosts, ...(used?.hosts ?? [])],
    home,
    notice,
    ...hooked,
    local: (engine) => controlApi({ engine, token, tokenPath: path, rpc: null }),
  });
}

/** What else is listened on. */
function morePorts(
  { address, socksPort, reversePorts }: Engine,
  { settings }: RunOptions,
): readonly string[] {
  const socks = socksPort === null ? [] : [`SOCKS: ${formatAuthority(address, socksPort)}`];
  const reverse = (settings.reverseProxies ?? []).flatMap(({ id, target }) => {
    const port = reversePorts.get(id);
    return port === undefined ? [] : [`http://${formatAuthority(address, port)} leads to ${target}`];
  });
  return [...socks, ...reverse];
}

/** Loaded only here: a run without tools starts sooner without them. */
async function toolsFor(
  { tools, mock, settings }: RunOptions,
  say: (text: string) => void,
): Promise<RunTools | null> {
  if (tools === null && mock === null) return null;
  const { runTools } = await import('./tools.ts');
  return runTools({ tools, mock }, settings.maxCapturedBodyBytes ?? defaults.maxCapturedBodyBytes, say);
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long a command that was told to stop may take before it is killed. */
const KILL_MS = 5000;

/** Waits for a signal, the time limit or the command's end; the command's exit code, 0 without one. */
function untilEnd(options: RunOptions, engine: Engine): Promise<number> {
  return new Promise((resolve, reject) => {
    let wrapped: RunningCommand | null = null;
    let stopped: NodeJS.Signals | null = null;
    const stop = (signal: NodeJS.Signals): void => {
      stopped = signal;
      if (options.command.length === 0) end(0);
      else if (wrapped !== null) stopCommand(wrapped, signal);
    };
    const timer = options.duration === null ? undefined : setTimeout(() => stop('SIGTERM'), options.duration);
    const end = (code: number): void => {
      clearTimeout(timer);
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve(code);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    if (options.command.length === 0) return;
    startCommand(options, engine).then((command) => {
      wrapped = command;
      void command.exited.then(({ code, error }) => {
        if (error !== undefined) say(`error: ${error}`);
        end(code);
      });
      if (stopped !== null) stopCommand(command, stopped);
    }, reject);
  });
}

function stopCommand(command: RunningCommand, signal: NodeJS.Signals): void {
  command.signal(signal);
  // An interrupt is a shell's or a debugger's to make sense of; it may well go on.
  if (signal === 'SIGINT') return;
  setTimeout(() => command.signal('SIGKILL'), KILL_MS).unref();
}

async function startCommand({ command }: RunOptions, engine: Engine): Promise<RunningCommand> {
  const { home, port, ca } = engine;
  const env = await wrappedEnvironment({
    proxyPort: port,
    caPem: ca.certPem,
    caPath: ca.certPath,
    home,
    base: process.env,
  });
  return runCommand(command, env);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
