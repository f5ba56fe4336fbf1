// The change log as Markdown, for release notes and pull requests. All text of the descriptions is escaped.
import { escapeMarkdown, markdownCode } from '../../base/escape-markdown.ts';
import { LEVELS } from '../diff/index.ts';
import { groupsOf, summaryOf, TITLES, versionsOf, type ChangeLog } from './contract.ts';

export function markdownLog(log: ChangeLog): string {
  const versions = versionsOf(log);
  const sections = LEVELS.flatMap((level) => {
    const groups = groupsOf(log, level);
    if (groups.length === 0) return [];
    const lines = groups.flatMap(({ operations, more, sentences }) => [
      `- ${operations.map(markdownCode).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      ...sentences.map((sentence) => `  - ${escapeMarkdown(sentence)}`),
    ]);
    return ['', `## ${TITLES[level]}`, '', ...lines];
  });
  const missing = log.notCompared.map((sentence) => `- ${escapeMarkdown(sentence)}`);
  return [
    `# ${escapeMarkdown(log.title)}${versions === '' ? '' : `: ${escapeMarkdown(versions)}`}`,
    '',
    `${escapeMarkdown(summaryOf(log))}.`,
    ...sections,
    ...(missing.length > 0 ? ['', '## Not compared', '', ...missing] : []),
    '',
  ].join('\n');
}
