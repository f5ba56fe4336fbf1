// Where the APIs of language models are. Apart from them, so that traffic can be named without loading them.

/** Paths of calls to language models, by API. */
export const AI_PATHS = {
  openAiChat: /\/chat\/completions$/,
  openAiResponses: /\/responses$/,
  anthropic: /\/v1\/messages$/,
  gemini: /:(?:streamG|g)enerateContent$/,
  ollama: /\/api\/(?:chat|generate)$/,
} as const;
