// The APIs of language models, in the order in which a URL is compared with them.
import { anthropic } from './anthropic.ts';
import { anthropicElsewhere, bedrock } from './bedrock.ts';
import type { AiReader } from './call.ts';
import { gemini } from './gemini.ts';
import { ollama } from './ollama.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';

const apis: readonly AiReader[] = [
  openAiChat,
  openAiResponses,
  anthropic,
  gemini,
  ollama,
  bedrock,
  anthropicElsewhere,
];

/** Returns the API that the URL is of; null for none. */
export function aiApiOf(url: string): AiReader | null {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  return apis.find((api) => api.path.test(path)) ?? null;
}
