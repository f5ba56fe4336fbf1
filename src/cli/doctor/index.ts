// `proxyctl doctor`: checks the requirements of a first start, and says what to do.
import { styleText } from 'node:util';
import { dataFolderLocation } from '../../base/data-folder.ts';
import { messageOf } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { wantsColors } from '../flow-line.ts';
import { checks } from './checks.ts';
import type { Check, Finding, Level, Patient } from './finding.ts';

/** Prints a line for each check. Resolves with 1 when something is wrong, else with 0. */
export async function doctor({ json }: { readonly json?: true | undefined }): Promise<number> {
  const patient = { home: dataFolderLocation(), env: process.env };
  const findings = await Promise.all(
    checks.map(async (check) => ({ subject: check.subject, ...(await runCheck(check, patient)) })),
  );
  const text = json === true ? JSON.stringify(findings, null, 2) : findings.map(lineOf).join('\n');
  process.stdout.write(`${text}\n`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}

async function runCheck({ find }: Check, patient: Patient): Promise<Finding> {
  try {
    return await find(patient);
  } catch (error) {
    return { level: 'error', text: messageOf(error) };
  }
}

const COLORS = { ok: 'green', note: 'yellow', error: 'red' } as const satisfies Record<Level, string>;

function lineOf({ subject, level, text }: Finding & { readonly subject: string }): string {
  const word = level.padEnd(5);
  const mark = wantsColors(process.stdout) ? styleText(COLORS[level], word) : word;
  return `${mark}  ${subject}: ${printable(text)}`;
}
