// Requests to language models: the prompts that are switched on are sent in order.
import { isObject } from '../../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../../documents/json-values.ts';
import type { ImportContext } from '../../shared/import-context.ts';
import { jsonOrText } from '../../shared/postman/fields.ts';
import { authIn } from '../auth.ts';
import type { Protocol, ReadProtocol } from './contract.ts';
import { defined, objectOf, wholeNumber } from './values.ts';

type Provider = NonNullable<NonNullable<Protocol['ai']>['provider']>;

const PROVIDERS: ReadonlyMap<string, Provider> = new Map<string, Provider>([
  ['openai', 'openai'],
  ['anthropic', 'anthropic'],
  ['google', 'gemini'],
  ['gemini', 'gemini'],
  ['ollama', 'ollama'],
]);

export const llm: ReadProtocol = ({ fields }, context) => {
  const { model, provider } = objectOf(fields['config']);
  const { temperature, maxToken, streamResponse } = objectOf(fields['settings']);
  const heat = Number(scalarText(temperature) ?? Number.NaN);
  const auth = authIn(fields['auth'], { type: 'inherit' }, context);
  const address = context.text(fields['url'], 'the URL');
  warnOfTools(fields, context);
  return {
    type: 'ai',
    // Each provider has its own header for the key.
    ...(auth.type === 'bearer' && { auth: { type: 'none' as const } }),
    ai: {
      provider: PROVIDERS.get((scalarText(provider) ?? 'openai').toLowerCase()) ?? 'openaiCompatible',
      api: address.endsWith('/responses') ? 'responses' : 'chat',
      model: scalarText(model) ?? '',
      apiKey: auth.type === 'bearer' ? auth.token : '',
      system: promptsIn(fields['systemPrompts'], context).join('\n\n'),
      messages: promptsIn(fields['userPrompts'], context).map((text) => ({ role: 'user' as const, text })),
      temperature: Number.isNaN(heat) ? null : heat,
      maxTokens: wholeNumber(maxToken) ?? null,
      ...defined({ stream: typeof streamResponse === 'boolean' ? streamResponse : undefined }),
    },
  };
};

function promptsIn(prompts: unknown, context: ImportContext): string[] {
  return context
    .list(prompts, 'the prompts')
    .filter(isObject)
    .filter(({ active }) => active !== false)
    .map(({ value }) => jsonOrText(value));
}

function warnOfTools(fields: JsonObject, context: ImportContext): void {
  const given = ['mcpConfig', 'enabledTools', 'clientTools'].filter((name) => fields[name] !== undefined);
  if (given.length > 0) context.warn(`${given.join(', ')} are not supported, and were left out`);
}
