// What GitHub Actions shows of a run: errors beside the log, and the report on the page of the job.
import { appendFile, stat } from 'node:fs/promises';

/** Whether GitHub reads what is printed. That some CI does, as `CI` says, tells nothing of whose commands it knows. */
export function isGitHub(env: NodeJS.ProcessEnv): boolean {
  return env['GITHUB_ACTIONS'] === 'true';
}

/** A workflow command that shows `message` as an error; one line. */
export function errorAnnotation(title: string, message: string): string {
  return `::error title=${escapedProperty(title)}::${escapedData(message)}`;
}

/** Source: toolkit/packages/core/src/command.ts of GitHub Actions. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Commands of an older form are understood wherever they stand in a line. */
export function withoutCommands(text: string): string {
  return text.replaceAll('##[', '##\\x5b');
}

/** Bytes that GitHub takes of all summaries of one step. */
const MAX_SUMMARY = 1024 * 1024;
const CUT = '\n\nThe report goes on beyond what fits here.\n';

/** Adds to the file that GITHUB_STEP_SUMMARY names as much as it takes, up to the end of a line. */
export async function appendSummary(path: string, markdown: string): Promise<void> {
  const taken = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  await appendFile(path, fitting(`${taken > 0 ? '\n' : ''}${markdown}`, MAX_SUMMARY - taken));
}

/** As much of `text` as `room` bytes hold, cut at a line. */
export function fitting(text: string, room: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= room) return text;
  const end = bytes.lastIndexOf('\n', room - CUT.length);
  return end < 0 || room < CUT.length ? '' : `${bytes.toString('utf8', 0, end)}${CUT}`;
}
