// A conversation in lines, as tests compare it.
import type { Part, Result, View } from '../../src/flow/views/index.ts';

/** Returns what a view of a conversation shows, in indented lines of kind and content. */
export function conversationLines(view: View): readonly string[] {
  if (view.type !== 'conversation') return [view.type];
  const { title, model, facts, turns, figures } = view.conversation;
  return [
    model === null ? title : `${title} | ${model}`,
    ...facts.map((fact) => `- ${fact.join(': ')}`),
    ...turns.flatMap(({ role, about, parts }) => [
      about === '' ? role : `${role} | ${about}`,
      ...parts.flatMap((part) => partLines(part).map((line) => `  ${line}`)),
    ]),
    ...(figures === null ? [] : [figuresLine(figures)]),
  ];
}

function figuresLine({
  tokens,
  finish,
  firstTokenMs,
}: NonNullable<Extract<View, { type: 'conversation' }>['conversation']['figures']>): string {
  const counts = Object.entries(tokens).flatMap(([name, count]) =>
    count === null ? [] : [`${name} ${String(count)}`],
  );
  return [...counts, finish ?? 'no end', ...(firstTokenMs === null ? [] : [`${firstTokenMs} ms`])].join(', ');
}

function partLines(part: Part): readonly string[] {
  switch (part.type) {
    case 'call':
      return [
        ['call', part.method, part.name, part.arguments.replaceAll(/\s+/g, '')]
          .filter((each) => each !== '')
          .join(' | '),
        ...part.facts.map((fact) => `  - ${fact.join(': ').replaceAll(/\s+/g, ' ')}`),
        ...(part.result === null ? [] : resultLines(part.result)),
      ];
    case 'result':
      return [`result of ${part.name}`, ...resultLines(part.result)];
    case 'image':
      return [`image | ${part.mime}`];
    case 'json':
      return [`${part.title} | ${part.text.replaceAll(/\s+/g, '')}`];
    case 'entries':
      return [`${part.title} | ${part.count}`, ...part.entries.map((entry) => `  - ${entry.join(': ')}`)];
    case 'progress':
      return [`progress | ${part.value} of ${part.total ?? 'unknown'} | ${part.text}`];
    case 'other':
      return [`${part.kind} | ${part.text}`];
    default:
      return [`${part.type} | ${part.text}`];
  }
}

function resultLines({ isError, parts }: Result): readonly string[] {
  return parts.flatMap((part) => partLines(part).map((line) => `  ${isError ? 'error' : 'result'} ${line}`));
}
