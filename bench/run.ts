// `npm run bench`: takes the measures that were named, or all of them, and prints their tables.
import { writeFileSync } from 'node:fs';
import { Bench, messageOf } from './bench.ts';
import { hasProc } from './processes/proc.ts';
import { targetOutcome } from './measures/contract.ts';
import { measures } from './measures/index.ts';
import { readOptions, usage, type Options } from './options.ts';
import { markdown, newReport, targetsOf, writePage, type Report } from './results/report.ts';

// Only `exit` ends the children.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => {
    say(`Stopped by ${signal}.`);
    process.exit(code);
  });

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`error: ${messageOf(error)}\n`);
  process.exitCode = 1;
}

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(
    args,
    measures.map(({ name }) => name),
  );
  if (options.help) {
    process.stdout.write(
      `${usage}\n\n${measures.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join('\n')}\n`,
    );
    return 0;
  }
  if (!hasProc) say('This system has no /proc: CPU time and memory are not measured.');
  const report = await takeAll(options);
  const text = markdown(report);
  process.stdout.write(`${text}\n`);
  if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  if (options.write) writePage(text);
  return exitCode(report, options);
}

async function takeAll({ measures: names, rounds, seconds }: Options): Promise<Report> {
  const bench = await Bench.open({ rounds, seconds });
  const measured: Report['measured'][number][] = [];
  const failed: Report['failed'][number][] = [];
  try {
    for (const { name, summary, onRequest = false, take } of measures) {
      if (names.length === 0 ? onRequest : !names.includes(name)) continue;
      say(`${name}: ${summary}`);
      try {
        measured.push({ name, ...(await take(bench)) });
      } catch (error) {
        failed.push({ name, reason: messageOf(error) });
        say(`${name} could not be measured: ${messageOf(error)}`);
      }
    }
  } finally {
    await bench.close();
  }
  return newReport(bench, { measured, failed });
}

function exitCode(report: Report, { check }: Options): number {
  const outcomes = targetsOf(report).map(targetOutcome);
  const isWhole = report.failed.length === 0 && !outcomes.includes('not measured');
  return isWhole && !(check && outcomes.includes('MISS')) ? 0 : 1;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
