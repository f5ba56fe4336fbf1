// Fills in a prompt: its task, and the resources it refers to.
import { ProtocolError, ProtocolErrorCode, type GetPromptResult } from '@modelcontextprotocol/server';
import { didYouMean } from '../base/did-you-mean.ts';
import { messageOf } from '../base/errors.ts';
import { prompts } from './prompts/index.ts';
import { readResource } from './read-resource.ts';
import type { ToolContext } from './tools/contract.ts';
import { withoutInvisible } from './trust/untrusted.ts';

/** Fills in the prompt. Rejects with a ProtocolError for an unknown prompt, and for missing or unknown arguments. */
export async function promptMessages(
  name: string,
  given: Readonly<Record<string, string>>,
  context: ToolContext,
): Promise<GetPromptResult> {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined)
    throw invalid(
      `There is no prompt ${name}: ${didYouMean(
        name,
        prompts.map((each) => each.name),
        'see prompts/list',
      )}`,
    );
  const names = prompt.arguments.map((each) => each.name);
  const unknown = Object.keys(given).find((each) => !names.includes(each));
  if (unknown !== undefined)
    throw invalid(`${name} has no argument ${unknown}: ${didYouMean(unknown, names)}`);
  const missing = prompt.arguments.find((each) => each.required && (given[each.name] ?? '').trim() === '');
  if (missing !== undefined) throw invalid(`${name} needs ${missing.name}: ${missing.description}`);
  if (given['id'] !== undefined && !/^\d{1,15}$/.test(given['id']))
    throw invalid(`id: the id of a request is a whole number, as list_requests shows it`);
  const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, oneLine(value)]));
  const attached = await Promise.all(prompt.resources(values).map((uri) => attachment(uri, context)));
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(values) } }, ...attached],
  };
}

async function attachment(uri: string, context: ToolContext): Promise<GetPromptResult['messages'][number]> {
  try {
    const resource = await readResource(uri, context);
    if (resource !== null) return { role: 'user', content: { type: 'resource', resource } };
    return { role: 'user', content: { type: 'text', text: `${uri} does not exist.` } };
  } catch (error) {
    // The task is useful even without the attachment: the assistant tells the user what to start.
    const text = `${uri} could not be attached: ${withoutInvisible(messageOf(error))}`;
    return { role: 'user', content: { type: 'text', text } };
  }
}

function oneLine(text: string): string {
  return withoutInvisible(text).replace(/\s+/g, ' ').trim().slice(0, 1000);
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
