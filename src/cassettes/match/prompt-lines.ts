// A call to a language model in sections that people read: settings, tools, and each message with its number.
import { aiApiOf } from '../../codec/ai/apis.ts';
import type { AiCall, AiMessage, AiPart, Fields } from '../../codec/ai/call.ts';
import { isObject } from '../../base/is-object.ts';
import type { VolatileTexts } from '../request/volatile.ts';

export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Returns the sections of a body; null where it is not a call to a language model. `texts` replaces what is volatile. */
export function promptSections(url: string, body: Buffer, texts: VolatileTexts): readonly Section[] | null {
  const api = aiApiOf(url);
  const value = api === null ? null : jsonObject(body);
  if (api === null || value === null || !api.isRequest(value)) return null;
  const call = api.readRequest(value, url);
  const sections = [
    { title: 'settings', lines: settingLines(call) },
    { title: 'tools', lines: call.tools },
    ...call.messages.map((message, index) => section(message, index)),
  ];
  return sections.map(({ title, lines }) => ({ title, lines: lines.map((line) => texts.replaced(line)) }));
}

function jsonObject(body: Buffer): Fields | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function settingLines({ model, settings }: AiCall): readonly string[] {
  return [`model: ${model ?? 'none'}`, ...settings.map(([name, value]) => `${name}: ${value}`)];
}

function section({ role, parts }: AiMessage, index: number): Section {
  return { title: `message ${index + 1} (${role})`, lines: parts.flatMap(partLines) };
}

function partLines(part: AiPart): readonly string[] {
  switch (part.type) {
    case 'tool call':
      return [`calls ${part.name} ${part.arguments}`];
    case 'tool result':
      return [part.isError ? 'error of a tool:' : 'result of a tool:', ...part.text.split('\n')];
    case 'image':
      return [`an image: ${part.source.slice(0, 80)}`];
    case 'other':
      return [part.kind];
    default:
      return part.text.split('\n');
  }
}
