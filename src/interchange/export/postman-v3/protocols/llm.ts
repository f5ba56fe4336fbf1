// AI requests: the key becomes a bearer token. Of the messages, the format has a place only for the user's.
import type { ProtocolWriter } from './contract.ts';

const PROVIDERS = {
  openai: 'openai',
  openaiCompatible: 'openai-compatible',
  anthropic: 'anthropic',
  gemini: 'google',
  ollama: 'ollama',
  bedrock: 'bedrock',
} as const;

export const llm: ProtocolWriter = {
  kind: 'llm-request',
  write: ({ ai }) => ({
    fields:
      ai === undefined
        ? {}
        : {
            config: { model: ai.model, provider: PROVIDERS[ai.provider] },
            systemPrompts: ai.system === '' ? [] : [promptOf(ai.system, 0)],
            userPrompts: ai.messages
              .filter(({ role }) => role === 'user')
              .map(({ text }, at) => promptOf(text, at)),
            settings: {
              ...(ai.temperature !== null && { temperature: ai.temperature }),
              ...(ai.maxTokens !== null && { maxToken: ai.maxTokens }),
              ...(ai.stream && { streamResponse: true }),
            },
            ...(ai.apiKey !== '' && { auth: { type: 'bearer', credentials: { token: ai.apiKey } } }),
          },
    messages: [],
  }),
};

function promptOf(value: string, at: number): object {
  return { id: String(at + 1), value, timestamp: at + 1, active: true, contentType: 'text' };
}
