// Output for GitHub Actions: errors as annotations, and the report in the summary of the job.
import { appendFile, stat } from 'node:fs/promises';

/**
 * Returns true when GitHub Actions reads the output. The variable `CI` alone does not tell which system's commands
 * are understood.
 */
export function isGitHub(env: NodeJS.ProcessEnv): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** Returns a workflow command that shows `message` as an error; one line. */
export function errorAnnotation(title: string, message: string): string {
  return annotation('error', { title }, message);
}

/** Returns a workflow command that shows a message, perhaps at a line of a file. */
export function annotation(
  command: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const shown = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapedProperty(String(value))}`,
  );
  return `::${command} ${shown.join(',')}::${escapedData(message)}`;
}

/** Escapes as toolkit/packages/core/src/command.ts of GitHub Actions does. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Breaks up workflow commands of the older syntax, which GitHub recognizes anywhere in a line. */
export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '##\\x5b');
}

/** Maximum size of all summaries of one step, in bytes. */
const MAX_SUMMARY = 1024 * 1024;
const CUT = '\n\nThe report goes on beyond what fits here.\n';

/** Appends as many lines as fit to the file in GITHUB_STEP_SUMMARY. */
export async function appendSummary(path: string, markdown: string): Promise<void> {
  const taken = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  await appendFile(path, fitting(`${taken > 0 ? '\n' : ''}${markdown}`, MAX_SUMMARY - taken));
}

/** Returns as many whole lines of `text` as fit into `room` bytes. */
export function fitting(text: string, room: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= room) return text;
  const end = bytes.lastIndexOf('\n', room - CUT.length);
  return end < 0 || room < CUT.length ? '' : `${bytes.toString('utf8', 0, end)}${CUT}`;
}
