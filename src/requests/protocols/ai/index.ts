// The protocol of `ai` requests: sends a prompt to a language model over HTTP, and returns the response in one form. Messages are the
// events of a stream as the provider sends them.
import { UserError } from '../../../base/errors.ts';
import { fields as jsonFields } from '../../../base/json-fields.ts';
import { awsEvents, isAwsEvents } from '../../../codec/ai/aws-events.ts';
import type { AiApi } from '../../../codec/ai/call.ts';
import type { Question } from '../../../codec/ai/question.ts';
import { ai as schema } from '../../../collections/model/protocol-fields.ts';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from '../contract.ts';
import { sendRequest } from '../../http/exchange.ts';
import { buildUrl } from '../../http/url.ts';
import type { Message, ProtocolExchange, ReceivedResponse } from '../../response.ts';
import { readModelResponse } from './model-response.ts';
import { costOf } from '../../../codec/ai/cost.ts';
import { apiOf, type AiFields } from './providers.ts';
import { questionOf } from './question.ts';

export const ai = defineProtocol({ type: 'ai', schema, send });

async function send(
  { url, headers, auth, fields, settings }: ProtocolRequest<AiFields>,
  context: ProtocolContext,
): Promise<ProtocolExchange> {
  const api = apiOf(fields);
  const question = questionOf(fields);
  // Read before anything is sent, because an error in the prices must not waste a paid response.
  const prices = await context.modelPrices();
  const named = new Set(headers.map(({ name }) => name.toLowerCase()));
  const own = api.headers(fields.apiKey).filter(({ name }) => !named.has(name.toLowerCase()));
  const startedAt = Date.now();
  const exchange = await sendRequest(
    {
      method: 'POST',
      url: buildUrl({ ...url, url: addressOf(url.url.trim(), api, question) }),
      headers: [...headers, ...own],
      body: Buffer.from(JSON.stringify(api.body(question))),
      contentType: 'application/json',
      auth,
      settings,
    },
    context,
  );
  const { response } = exchange;
  const text = jsonOf(response);
  const modelResponse = readModelResponse(api, text, question.schema !== null);
  // Other bodies, such as the error page of a gateway, are shown unchanged.
  if (modelResponse === null) return exchange;
  const firstTokenMs = firstOutput(api, response.messages, startedAt);
  const messages = response.messages.length > 0 ? response.messages : received(text, response, context);
  const names = [question.model, ...(modelResponse.model === null ? [] : [modelResponse.model])];
  const cost = costOf(modelResponse.usage, names, prices);
  const body = Buffer.from(JSON.stringify({ ...modelResponse, cost, firstTokenMs }));
  return { ...exchange, response: { ...response, body, messages } };
}

/** Returns the URL of the endpoint, for that of a server, of its API, or of the endpoint itself. */
function addressOf(
  given: string,
  { server, path: pattern, folder, hasFolder, endpoint }: AiApi,
  question: Question,
): string {
  const address = (given === '' ? server : given)?.replace(/\/+$/, '');
  if (address === undefined) throw new UserError('INVALID_DATA', 'it has no URL: give that of the server');
  const [, path = ''] = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*([^?#]*)/i.exec(address) ?? [];
  if (pattern.test(path) || /[?#]/.test(address)) return address;
  const isThere = path.endsWith(folder) || (hasFolder && path !== '');
  return `${address}${isThere ? '' : folder}${endpoint(question)}`;
}

/** Returns the milliseconds to the first token; null for a response that was not streamed. */
function firstOutput(api: AiApi, messages: readonly Message[], startedAt: number): number | null {
  const first = messages.find(({ data }) => {
    try {
      return api.hasOutput(jsonFields(JSON.parse(data.toString())));
    } catch {
      return false;
    }
  });
  return first === undefined ? null : first.time - startedAt;
}

/** Returns the JSON of a body; that of AWS' binary event streams, an event on each line. */
function jsonOf(response: ReceivedResponse): string {
  if (!isAwsEvents(contentTypeOf(response))) return response.body.toString();
  return awsEvents(response.body)
    .map((event) => JSON.stringify(event))
    .join('\n');
}

/** Returns a response that was not streamed as one message, and events of AWS, which are read at the end, as one each. */
function received(
  text: string,
  response: ReceivedResponse,
  { onMessage }: ProtocolContext,
): readonly Message[] {
  const parts = isAwsEvents(contentTypeOf(response)) ? text.split('\n') : [text];
  return parts.map((part) => {
    const message: Message = {
      direction: 'received',
      name: '',
      data: Buffer.from(part),
      isText: true,
      time: Date.now(),
    };
    onMessage?.(message);
    return message;
  });
}

function contentTypeOf({ headers }: ReceivedResponse): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
}
