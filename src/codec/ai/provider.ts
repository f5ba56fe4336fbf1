// The providers of language models by the names of OpenTelemetry's conventions, found by the host, or else by the path.
import { AI_PATHS } from './paths.ts';

const HOSTS: readonly (readonly [host: RegExp, provider: string])[] = [
  [/\.openai\.azure\.com$/, 'azure.ai.openai'],
  [/\.(?:services|inference)\.ai\.azure\.com$/, 'azure.ai.inference'],
  [/(?:^|\.)openai\.com$/, 'openai'],
  [/(?:^|\.)anthropic\.com$/, 'anthropic'],
  [/aiplatform\.googleapis\.com$/, 'gcp.vertex_ai'],
  [/generativelanguage\.googleapis\.com$/, 'gcp.gemini'],
  [/(?:^|\.)mistral\.ai$/, 'mistral_ai'],
  [/(?:^|\.)deepseek\.com$/, 'deepseek'],
  [/(?:^|\.)groq\.com$/, 'groq'],
  [/(?:^|\.)x\.ai$/, 'x_ai'],
  [/(?:^|\.)perplexity\.ai$/, 'perplexity'],
  [/(?:^|\.)cohere\.(?:ai|com)$/, 'cohere'],
  [/^bedrock-runtime\..*\.amazonaws\.com/, 'aws.bedrock'],
];

const PATHS: readonly (readonly [path: RegExp, provider: string])[] = [
  [AI_PATHS.anthropic, 'anthropic'],
  [AI_PATHS.gemini, 'gcp.gemini'],
  [AI_PATHS.ollama, 'ollama'],
  [AI_PATHS.bedrock, 'aws.bedrock'],
  [AI_PATHS.anthropicElsewhere, 'anthropic'],
];

/** `path` is without the query. */
export function providerOf(host: string, path: string): string {
  return (
    HOSTS.find(([pattern]) => pattern.test(host))?.[1] ??
    PATHS.find(([pattern]) => pattern.test(path))?.[1] ??
    // Servers of other vendors speak the API of OpenAI.
    'openai'
  );
}

/** Returns the kind of call by the name of the conventions. */
export function aiOperationOf(path: string): string {
  if (AI_PATHS.gemini.test(path)) return 'generate_content';
  return path.endsWith('/api/generate') ? 'text_completion' : 'chat';
}
