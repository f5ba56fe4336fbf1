// The API of each provider of language models.
import type { z } from 'zod';
import { anthropic } from '../../../codec/ai/anthropic.ts';
import type { AiApi } from '../../../codec/ai/call.ts';
import { bedrock } from '../../../codec/ai/bedrock.ts';
import { gemini } from '../../../codec/ai/gemini.ts';
import { ollama } from '../../../codec/ai/ollama.ts';
import { openAiChat } from '../../../codec/ai/openai-chat.ts';
import { openAiResponses } from '../../../codec/ai/openai-responses.ts';
import type { ai } from '../../../collections/model/protocol-fields.ts';

export type AiFields = z.output<typeof ai>;

const APIS = { anthropic, bedrock, gemini, ollama } as const;

export function apiOf({ provider, api }: AiFields): AiApi {
  if (provider !== 'openai' && provider !== 'openaiCompatible') return APIS[provider];
  const own = api === 'responses' ? openAiResponses : openAiChat;
  return provider === 'openai' ? own : { ...own, server: null };
}
