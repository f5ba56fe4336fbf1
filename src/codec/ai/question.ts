// A prompt to a language model, and its form in each API.

export interface Question {
  /** The provider as requests name it, such as `openaiCompatible`. */
  readonly provider: string;
  readonly model: string;
  /** Empty for none. */
  readonly system: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  readonly temperature: number | null;
  readonly maxTokens: number | null;
  readonly tools: readonly AiTool[];
  /** A JSON Schema; null for any text. */
  readonly schema: object | null;
  readonly stream: boolean;
}

export interface AiHeader {
  readonly name: string;
  readonly value: string;
}

export interface AiTool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly parameters: object;
}

/** The request side of an API: its server, endpoint, headers and body. */
export interface AiAsking {
  /** The server, for a request without a URL; null where there is no usual one. */
  readonly server: string | null;
  /** The folder of the API on a server, and its endpoint in it. */
  readonly folder: string;
  /** True when a URL with any path has the folder in it already. */
  readonly hasFolder: boolean;
  readonly endpoint: (question: Question) => string;
  readonly headers: (apiKey: string) => readonly AiHeader[];
  readonly body: (question: Question) => object;
}

export const ALL_COUNTED = { cache: false, reasoning: false } as const;

/** The schema name that OpenAI requires. It is never shown to anybody. */
export const SCHEMA_NAME = 'answer';

export function bearer(apiKey: string): readonly AiHeader[] {
  return apiKey === '' ? [] : [{ name: 'Authorization', value: `Bearer ${apiKey}` }];
}
