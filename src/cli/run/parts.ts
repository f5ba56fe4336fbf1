// The parts of a run: the capture and the parts that follow its traffic. They start together, and end in order.
import { printable } from '../../base/printable.ts';
import { releaseMemoryWhenIdle } from '../../base/runtime/idle-memory.ts';
import type { Flow } from '../../flow/flow.ts';
import type { FinishedFlows } from '../../flow/on-flow-finished.ts';
import type { Capture } from '../../session/capture.ts';
import { noticeTexts } from '../notices.ts';
import type { BypassWatch } from './bypass-watch.ts';
import type { Cassette } from '../../cassettes/index.ts';
import type { ContractChecker } from './contract-checker.ts';
import { isWrapping, type RunOptions } from './options.ts';
import { RunOutputs } from './outputs.ts';
import { startPrinter, type Printer } from './printer.ts';
import { RecordingWriter } from './recording-writer.ts';
import { openLog } from './request-log.ts';
import { say } from './say.ts';
import { RunAgents } from './run-agents.ts';
import { startRunCapture } from './start-engine.ts';
import { Tally } from './tally.ts';
import { runTools } from './tools.ts';
import { TrafficAnalyzer, type TrafficAnalysis } from './traffic-analyzer.ts';
import type { CommandNetwork } from './transparent/command-network.ts';

/** The parts of a run, from its start to its end. */
export interface RunParts {
  readonly capture: Capture;
  /** The network of a transparent run; null for other runs. */
  readonly network: CommandNetwork | null;
  /** Null while nothing is recorded. */
  recorder: RecordingWriter | null;
  readonly outputs: RunOutputs;
  /** Null without one. */
  readonly cassette: Cassette | null;
  readonly analyzer: TrafficAnalyzer;
  readonly agents: RunAgents;
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

/** Starts the parts. Rejects with an Error when a part cannot start. */
export async function startParts(options: RunOptions): Promise<RunParts> {
  let print = say;
  const tools = await runTools(options, (text) => print(text));
  const analyzer = await startAnalyzer(options);
  const network = options.transparent ? await commandNetwork() : null;
  const log = await openLog(options.log);
  const outputs = await RunOutputs.open(options, (text) => print(text));
  const cassette = await openCassette(options, (line) => print(line));
  const recorder =
    options.record === null ? null : await RecordingWriter.start(options.record, options.redact);
  const notices = noticeTexts(() => capture.engine.ca.certPath);
  const capture = await startRunCapture(options, tools, {
    say,
    notice: (notice) => {
      for (const text of notices(notice)) printer.say(text);
    },
    network,
    cassette,
  }).catch(async (error: unknown) => {
    await recorder?.discard();
    await outputs.close();
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
  const consume = (flow: Flow): Promise<void> | undefined => consumed(parts, flow);
  const finished = capture.onFinished(consume, (error) => {
    parts.recordError ??= error;
  });
  const parts: RunParts = {
    capture,
    network,
    recorder,
    outputs,
    cassette,
    analyzer,
    agents: new RunAgents(),
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

function consumed(parts: RunParts, flow: Flow): Promise<void> | undefined {
  // A connection that the client did not use is only recorded.
  if (flow.notDecrypted?.code !== 'closed') {
    parts.tally.add(flow);
    parts.printer.print(flow);
  }
  parts.analyzer.add(flow);
  return allOf(parts.agents.add(flow), written(parts, flow), parts.cassette?.add(flow));
}

/** Returns undefined where nothing has to be waited for. */
function allOf(...all: readonly (Promise<void> | undefined)[]): Promise<void> | undefined {
  return all.every((each) => each === undefined)
    ? undefined
    : Promise.all(all.map(async (each) => each)).then(() => undefined);
}

function written(parts: RunParts, flow: Flow): Promise<void> | undefined {
  const { recorder, outputs } = parts;
  return recorder === null ? outputs.add(flow) : record(parts, recorder, flow);
}

/** Writes a finished exchange to the recording and to the outputs; a recording that has failed gets no more. */
async function record(parts: RunParts, recorder: RecordingWriter, flow: Flow): Promise<void> {
  if (parts.recordError === null)
    await recorder.add(flow).catch((error: unknown) => {
      parts.recordError = error;
    });
  await parts.outputs.add(flow);
}

async function redactingLines(): Promise<(line: string) => string> {
  const { Redactor } = await import('../../secrets/redaction/redactor.ts');
  const redactor = new Redactor();
  return (line) => redactor.text(line);
}

/** Ends the parts in order, and returns the results of their analysis. */
export async function closeParts(parts: RunParts): Promise<TrafficAnalysis> {
  const { capture, recorder, outputs, analyzer, printer } = parts;
  await capture.settled();
  if (analyzer.behind > MANY) say(`${analyzer.behind} requests are still being analyzed`);
  // The engine is closed after this, because its file may hold captured bodies.
  await analyzer.caughtUp();
  await capture.close();
  const analysis = await analyzer.finish();
  await recorder?.finish().catch((error: unknown) => {
    parts.recordError ??= error;
  });
  await outputs.close();
  await printer.close().catch((error: unknown) => {
    parts.logError = error;
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
    // When a baseline is to be written, it starts empty: later runs expect what this one sees.
    baseline: schemaBaseline === null ? null : (schemaBaseline.baseline ?? new Map()),
    contract: await contractChecker(options),
  });
}

async function contractChecker({ contract }: RunOptions): Promise<ContractChecker | null> {
  if (contract === null) return null;
  const { ContractChecker } = await import('./contract-checker.ts');
  return new ContractChecker(contract.contract, contract.ignores);
}

async function openCassette(
  { cassette }: RunOptions,
  print: (line: string) => void,
): Promise<Cassette | null> {
  if (cassette === null) return null;
  const { Cassette } = await import('../../cassettes/index.ts');
  return Cassette.open({ ...cassette, say: (line) => print(printable(line)) });
}

async function commandNetwork(): Promise<CommandNetwork> {
  const { CommandNetwork } = await import('./transparent/command-network.ts');
  return new CommandNetwork();
}
