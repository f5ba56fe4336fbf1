// The URL paths of the language models' APIs. They are in a separate file, so that traffic can be labelled without
// loading the APIs.

/** Paths of calls to language models, by API. */
export const AI_PATHS = {
  openAiChat: /\/chat\/completions$/,
  openAiResponses: /\/responses$/,
  anthropic: /\/v1\/messages$/,
  gemini: /:(?:streamG|g)enerateContent$/,
  ollama: /\/api\/(?:chat|generate)$/,
} as const;
