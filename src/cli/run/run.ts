// `proxyctl run`: starts the engine, follows what it captures, and ends with the exit code for CI.
import { releaseMemoryWhenIdle } from '../../base/runtime/idle-memory.ts';
import { asError, messageOf, UserError } from '../../base/errors.ts';
import type { Capture } from '../../session/capture.ts';
import type { Engine } from '../../session/engine/index.ts';
import type { FinishedFlows } from '../../flow/on-flow-finished.ts';
import type { Flow } from '../../flow/flow.ts';
import { announcement } from '../announce.ts';
import type { BypassWatch } from './bypass-watch.ts';
import { summarize } from './summary.ts';
import { runCommand, stopCommand, withCleanUp, type RunningCommand } from '../processes/command.ts';
import type { ContractChecker } from './contract-checker.ts';
import { wrappedEnvironment } from '../environment/environment.ts';
import { isWrapping, type RunOptions } from './options.ts';
import { TrafficAnalyzer, type TrafficAnalysis } from './traffic-analyzer.ts';
import { pastProxy } from './past-proxy.ts';
import { noticeTexts } from '../notices.ts';
import { startPrinter, type Printer } from './printer.ts';
import { RecordingWriter } from './recording-writer.ts';
import { openLog } from './request-log.ts';
import { Tally } from './tally.ts';
import type { CommandNetwork } from './transparent/command-network.ts';
import { furtherLines, startRunCapture } from './start-engine.ts';
import { runTools } from './tools.ts';

/** Runs until the command ends, a signal comes or the time is over; resolves with the exit code when all is written. */
export async function run(options: RunOptions): Promise<number> {
  const parts = await startParts(options);
  // From here on a signal ends the run in order; the command starts in a later turn, behind these lines.
  const ended = untilEnd(options, parts);
  announce(parts.capture.engine, options);
  const commandCode = await ended;
  const pastProxy = parts.watch?.stop() ?? [];
  const analysis = await closeParts(parts);
  const { hasFailed } = await summarize(options, { tally: parts.tally, analysis, pastProxy }, say);
  const cause = parts.recordError;
  if (cause !== null) {
    const message = `cannot record to ${options.record ?? ''}: ${messageOf(cause)}`;
    throw new UserError('INVALID_FILE', message, { cause });
  }
  if (parts.logError !== null) throw asError(parts.logError);
  return hasFailed ? 1 : commandCode;
}

/** The parts of a run, from its start to its end. */
interface RunParts {
  readonly capture: Capture;
  /** The network of a transparent run; null for other runs. */
  readonly network: CommandNetwork | null;
  readonly recorder: RecordingWriter | null;
  readonly analyzer: TrafficAnalyzer;
  readonly tally: Tally;
  readonly printer: Printer;
  readonly finished: FinishedFlows;
  /** Null before the command starts, and where it cannot connect elsewhere. */
  watch: BypassWatch | null;
  /** The error that ended the recording; null while it can be written. */
  recordError: unknown;
  /** The error of the file of `--log`. */
  logError: unknown;
}

async function startParts(options: RunOptions): Promise<RunParts> {
  let print = say;
  const tools = await runTools(options, (text) => print(text));
  const analyzer = await startAnalyzer(options);
  const network = options.transparent ? await commandNetwork() : null;
  const log = await openLog(options.log);
  const recorder =
    options.record === null ? null : await RecordingWriter.start(options.record, options.redact);
  const notices = noticeTexts(() => capture.engine.ca.certPath);
  const capture = await startRunCapture(options, tools, {
    say,
    notice: (notice) => {
      for (const text of notices(notice)) printer.say(text);
    },
    network,
  }).catch(async (error: unknown) => {
    await recorder?.discard();
    throw error;
  });
  const tally = new Tally();
  const printer = startPrinter({
    quiet: options.quiet,
    log,
    live: !isWrapping(options),
    tally,
    pending: () => parts.finished.pending,
    redact: options.redact ? await redactingLines() : null,
  });
  print = (text) => printer.say(text);
  const consume = (flow: Flow): Promise<void> | undefined => {
    // A connection that the client did not use is recorded, and no more.
    if (flow.notDecrypted?.code !== 'closed') {
      tally.add(flow);
      printer.print(flow);
    }
    analyzer.add(flow);
    return parts.recordError === null ? recorder?.add(flow) : undefined;
  };
  const finished = capture.onFinished(consume, (error) => {
    parts.recordError ??= error;
  });
  const parts: RunParts = {
    capture,
    network,
    recorder,
    analyzer,
    tally,
    printer,
    finished,
    watch: null,
    recordError: null,
    logError: null,
  };
  releaseMemoryWhenIdle();
  return parts;
}

async function redactingLines(): Promise<(line: string) => string> {
  const { Redactor } = await import('../../secrets/redaction/redactor.ts');
  const redactor = new Redactor();
  return (line) => redactor.text(line);
}

function announce(engine: Engine, options: RunOptions): void {
  for (const line of announcement(engine, furtherLines(engine, options))) say(line);
}

/** Ends the parts in order, and returns what the traffic showed. */
async function closeParts(parts: RunParts): Promise<TrafficAnalysis> {
  const { capture, recorder, analyzer, printer } = parts;
  await capture.settled();
  if (analyzer.behind > MANY) say(`${analyzer.behind} requests are still being analyzed`);
  // The engine is closed afterwards: captured bodies may lie in its file.
  await analyzer.caughtUp();
  await capture.close();
  const analysis = await analyzer.finish();
  await printer.close().catch((error: unknown) => {
    parts.logError = error;
  });
  await recorder?.finish().catch((error: unknown) => {
    parts.recordError ??= error;
  });
  return analysis;
}

/** From this many exchanges on, analyzing them takes long enough to say so. */
const MANY = 2000;

async function startAnalyzer(options: RunOptions): Promise<TrafficAnalyzer> {
  const { reports, schemaBaseline, failOnSecrets, failOnSchemaChange, allowedSecrets } = options;
  const hasReport = Object.keys(reports).length > 0;
  const isComplete = hasReport || schemaBaseline !== null || failOnSecrets || failOnSchemaChange !== null;
  const { ReportCollector } = !hasReport
    ? { ReportCollector: null }
    : await import('../../traffic/insights/report/index.ts');
  return new TrafficAnalyzer({
    isComplete,
    allowedSecrets,
    figures: ReportCollector === null ? null : new ReportCollector(),
    // A baseline that is to be written is empty: what the run sees is what later ones expect.
    baseline: schemaBaseline === null ? null : (schemaBaseline.baseline ?? new Map()),
    contract: await contractChecker(options),
  });
}

async function contractChecker({ contract }: RunOptions): Promise<ContractChecker | null> {
  if (contract === null) return null;
  const { ContractChecker } = await import('./contract-checker.ts');
  return new ContractChecker(contract);
}

async function commandNetwork(): Promise<CommandNetwork> {
  const { CommandNetwork } = await import('./transparent/command-network.ts');
  return new CommandNetwork();
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits for a signal, the time limit or the end of the command; resolves with its exit code, 0 without a command. */
function untilEnd(options: RunOptions, parts: RunParts): Promise<number> {
  return new Promise((resolve, reject) => {
    let wrapped: RunningCommand | null = null;
    let stopped: NodeJS.Signals | null = null;
    const stop = (signal: NodeJS.Signals): void => {
      stopped = signal;
      if (!isWrapping(options)) end(0);
      else if (wrapped !== null) stopCommand(wrapped, signal);
    };
    const timer = options.duration === null ? undefined : setTimeout(() => stop('SIGTERM'), options.duration);
    const end = (code: number): void => {
      clearTimeout(timer);
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve(code);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    if (!isWrapping(options)) return;
    startCommand(options, parts).then((command) => {
      wrapped = command;
      void command.exited.then(({ code, error }) => {
        if (error !== undefined) say(`error: ${error}`);
        end(code);
      });
      if (stopped !== null) stopCommand(command, stopped);
    }, reject);
  });
}

async function startCommand(options: RunOptions, parts: RunParts): Promise<RunningCommand> {
  const { browser, command } = options;
  const { network, capture } = parts;
  const { engine } = capture;
  const { home, port, ca } = engine;
  const root = { caPem: ca.certPem, caPath: ca.certPath };
  if (browser === null) {
    const env = await wrappedEnvironment({ proxyPort: port, ...root, home, base: process.env });
    if (network !== null) {
      const { runTransparently } = await import('./transparent/index.ts');
      return runTransparently(command, env, engine, network);
    }
    const notice = pastProxy(command);
    if (notice !== null) say(notice);
    const { BypassWatch } = await import('./bypass-watch.ts');
    const watch = new BypassWatch(command, engine);
    const running = runCommand(command, env);
    if (running.pid !== undefined) watch.start(running.pid);
    parts.watch = watch;
    return running;
  }
  const { browserProfile } = await import('../browser/index.ts');
  const { name, program } = browser;
  const profile = await browserProfile(name, { program, proxyPort: port, ...root, args: command });
  const running = runCommand(profile.command, { ...process.env, ...profile.env });
  return withCleanUp(running, () => profile.remove());
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
