// The URL paths of the language models' APIs. They are in a separate file, so that traffic can be labelled without
// loading the APIs.

/** Paths of calls to language models, by API. */
export const AI_PATHS = {
  openAiChat: /\/chat\/completions$/,
  openAiResponses: /\/responses$/,
  anthropic: /\/v1\/messages$/,
  gemini: /:(?:streamG|g)enerateContent$/,
  ollama: /\/api\/(?:chat|generate)$/,
  bedrock: /\/model\/[^/]+\/converse(?:-stream)?$/,
  anthropicElsewhere: /\/model\/[^/]+\/invoke(?:-with-response-stream)?$|:(?:streamR|r)awPredict$/,
} as const;

/** Returns the model that a URL names, such as `/model/anthropic.claude-sonnet-4/converse`. */
export function modelIn(url: string): string | null {
  const [, model] = /\/models?\/([^/:?]{1,200}(?:%3A[^/:?]{1,40}|:\d+)?)(?:\/|:)/i.exec(url) ?? [];
  if (model === undefined) return null;
  try {
    return decodeURIComponent(model);
  } catch {
    return model;
  }
}
