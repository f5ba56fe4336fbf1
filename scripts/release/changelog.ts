// The changelog of a release: what stands under "Unreleased" becomes a section with a version and a date.

const HEADING = '## [Unreleased]';

/** Returns what stands under "Unreleased". Throws an Error when there is no such section, or nothing in it. */
export function unreleased(changelog: string): string {
  const { section } = parts(changelog);
  if (!/^[-*] /m.test(section))
    throw new Error(`CHANGELOG.md: there is nothing under "${HEADING}" to release: add what has changed`);
  return section.trim();
}

/** Returns the changelog with that section under `version` and `date` (YYYY-MM-DD), and an empty one above it. */
export function datedChangelog(changelog: string, version: string, date: string): string {
  const text = unreleased(changelog);
  const { before, after } = parts(changelog);
  const released = `## [${version}] - ${date}\n\n${text}\n`;
  return [`${before}${HEADING}\n`, released, ...(after === '' ? [] : [after])].join('\n');
}

/** Returns the text of the section of `version`, for the notes of a release; null without one. */
export function notesOf(changelog: string, version: string): string | null {
  const start = changelog.indexOf(`\n## [${version}]`);
  if (start < 0) return null;
  const text = changelog.slice(changelog.indexOf('\n', start + 1) + 1);
  return `${(text.split(/^## /m, 1)[0] ?? '').trim()}\n`;
}

/** Returns the date of a version, YYYY-MM-DD; null when it is not released. */
export function dateOf(changelog: string, version: string): string | null {
  const heading = `## [${version}] - `;
  const line = changelog.split('\n').find((each) => each.startsWith(heading));
  return line?.slice(heading.length).trim() ?? null;
}

function parts(changelog: string): Record<'before' | 'section' | 'after', string> {
  const start = changelog.search(/^## \[Unreleased\]$/m);
  if (start < 0)
    throw new Error(`CHANGELOG.md: there is no section "${HEADING}": add one with what has changed`);
  const rest = changelog.slice(start + HEADING.length);
  const end = rest.search(/^## /m);
  const [section, after] = end < 0 ? [rest, ''] : [rest.slice(0, end), rest.slice(end)];
  return { before: changelog.slice(0, start), section, after };
}
