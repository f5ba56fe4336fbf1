// The providers of language models: where each is reached, and how it is asked.
import type { z } from 'zod';
import { anthropic as anthropicApi } from '../../../flow/views/ai/anthropic.ts';
import type { AiApi } from '../../../flow/views/ai/call.ts';
import { gemini as geminiApi } from '../../../flow/views/ai/gemini.ts';
import { ollama as ollamaApi } from '../../../flow/views/ai/ollama.ts';
import { openAiChat } from '../../../flow/views/ai/openai-chat.ts';
import { openAiResponses } from '../../../flow/views/ai/openai-responses.ts';
import type { HeaderField } from '../../auth/contract.ts';
import type { ai } from '../../../collections/model/protocol-fields.ts';

export type AiFields = z.output<typeof ai>;

export interface AiTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly parameters: object;
}

/** A question to a model, whoever the provider is. */
export interface Question extends Omit<AiFields, 'tools' | 'schema'> {
  readonly tools: readonly AiTool[];
  /** A JSON Schema; null for any text. */
  readonly schema: object | null;
}

export interface Provider {
  /** Reads responses. */
  readonly api: AiApi;
  /** The server, for a request without a URL; null where there is no usual one. */
  readonly server: string | null;
  /** The folder of the API on a server, and its endpoint in it. */
  readonly folder: string;
  /** True when a URL with any path has the folder in it already. */
  readonly hasFolder: boolean;
  readonly endpoint: (question: Question) => string;
  /** Tokens that its count of input (the cache) or output (reasoning) leaves out. */
  readonly countsApart: { readonly cache: boolean; readonly reasoning: boolean };
  readonly headers: (apiKey: string) => readonly HeaderField[];
  readonly body: (question: Question) => object;
}

export function providerOf({ provider, api }: AiFields): Provider {
  const isOpenAi = provider === 'openai' || provider === 'openaiCompatible';
  if (!isOpenAi) return PROVIDERS[provider];
  const own = api === 'responses' ? RESPONSES : CHAT;
  return provider === 'openai' ? own : { ...own, server: null };
}

const bearer = (apiKey: string): readonly HeaderField[] =>
  apiKey === '' ? [] : [{ name: 'Authorization', value: `Bearer ${apiKey}` }];

const ALL_COUNTED: Provider['countsApart'] = { cache: false, reasoning: false };

/** OpenAI's name of a schema, which is not shown to anybody. */
const SCHEMA_NAME = 'answer';

const CHAT: Provider = {
  api: openAiChat,
  server: 'https://api.openai.com',
  folder: '/v1',
  hasFolder: true,
  endpoint: () => '/chat/completions',
  countsApart: ALL_COUNTED,
  headers: bearer,
  body: ({ provider, model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...messages.map(({ role, text }) => ({ role, content: text })),
    ],
    ...(temperature !== null && { temperature }),
    // Other servers know the older name only.
    ...(maxTokens !== null && {
      [provider === 'openai' ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    }),
    ...(tools.length > 0 && { tools: tools.map((each) => ({ type: 'function', function: each })) }),
    ...(schema !== null && {
      response_format: { type: 'json_schema', json_schema: { name: SCHEMA_NAME, schema, strict: true } },
    }),
    ...(stream && { stream, stream_options: { include_usage: true } }),
  }),
};

const RESPONSES: Provider = {
  ...CHAT,
  api: openAiResponses,
  endpoint: () => '/responses',
  body: ({ model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
    model,
    ...(system !== '' && { instructions: system }),
    input: messages.map(({ role, text }) => ({ role, content: text })),
    ...(temperature !== null && { temperature }),
    ...(maxTokens !== null && { max_output_tokens: maxTokens }),
    ...(tools.length > 0 && { tools: tools.map((each) => ({ type: 'function', ...each })) }),
    ...(schema !== null && {
      text: { format: { type: 'json_schema', name: SCHEMA_NAME, schema, strict: true } },
    }),
    ...(stream && { stream }),
  }),
};

/** Anthropic asks for a limit in every request. */
const DEFAULT_MAX_TOKENS = 4096;

const PROVIDERS: Readonly<Record<'anthropic' | 'gemini' | 'ollama', Provider>> = {
  anthropic: {
    api: anthropicApi,
    server: 'https://api.anthropic.com',
    folder: '/v1',
    hasFolder: false,
    endpoint: () => '/messages',
    countsApart: { cache: true, reasoning: false },
    headers: (apiKey) => [
      ...(apiKey === '' ? [] : [{ name: 'x-api-key', value: apiKey }]),
      { name: 'anthropic-version', value: '2023-06-01' },
    ],
    body: ({ model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
      model,
      ...(system !== '' && { system }),
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      max_tokens: maxTokens ?? DEFAULT_MAX_TOKENS,
      ...(temperature !== null && { temperature }),
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          name,
          description,
          input_schema: parameters,
        })),
      }),
      ...(schema !== null && { output_config: { format: { type: 'json_schema', schema } } }),
      ...(stream && { stream }),
    }),
  },
  gemini: {
    api: geminiApi,
    server: 'https://generativelanguage.googleapis.com',
    folder: '/v1beta',
    hasFolder: false,
    endpoint: ({ model, stream }) =>
      `/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    countsApart: { cache: false, reasoning: true },
    headers: (apiKey) => (apiKey === '' ? [] : [{ name: 'x-goog-api-key', value: apiKey }]),
    body: ({ system, messages, temperature, maxTokens, tools, schema }) => ({
      ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
      contents: messages.map(({ role, text }) => ({
        role: role === 'assistant' ? 'model' : role,
        parts: [{ text }],
      })),
      generationConfig: {
        ...(temperature !== null && { temperature }),
        ...(maxTokens !== null && { maxOutputTokens: maxTokens }),
        ...(schema !== null && { responseMimeType: 'application/json', responseJsonSchema: schema }),
      },
      ...(tools.length > 0 && {
        tools: [
          {
            functionDeclarations: tools.map(({ name, description, parameters }) => ({
              name,
              description,
              parametersJsonSchema: parameters,
            })),
          },
        ],
      }),
    }),
  },
  ollama: {
    api: ollamaApi,
    server: 'http://127.0.0.1:11434',
    folder: '/api',
    hasFolder: false,
    endpoint: () => '/chat',
    countsApart: ALL_COUNTED,
    headers: bearer,
    body: ({ model, system, messages, temperature, maxTokens, tools, schema, stream }) => ({
      model,
      messages: [
        ...(system === '' ? [] : [{ role: 'system', content: system }]),
        ...messages.map(({ role, text }) => ({ role, content: text })),
      ],
      options: {
        ...(temperature !== null && { temperature }),
        ...(maxTokens !== null && { num_predict: maxTokens }),
      },
      ...(tools.length > 0 && { tools: tools.map((each) => ({ type: 'function', function: each })) }),
      ...(schema !== null && { format: schema }),
      // Streams unless it is told not to.
      stream,
    }),
  },
};
