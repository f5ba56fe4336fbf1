// The APIs of language models, in the order in which a URL is compared with them.
import { anthropic } from './anthropic.ts';
import type { AiApi } from './call.ts';
import { gemini } from './gemini.ts';
import { ollama } from './ollama.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';

const apis: readonly AiApi[] = [openAiChat, openAiResponses, anthropic, gemini, ollama];

/** Returns the API that the URL is of; null for none. */
export function aiApiOf(url: string): AiApi | null {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return apis.find((api) => api.path.test(path)) ?? null;
}
