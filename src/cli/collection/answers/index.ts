// The printers of a response for `send`, by the type of its request.
import type { SavedRequest } from '../../../collections/model/request.ts';
import { body } from './body.ts';
import type { Answer, AnswerOptions } from './contract.ts';
import { conversation } from './conversation.ts';

export type { Answer, AnswerOptions };

/** Resolves with the printer of a request's response; loads what its type needs. */
export async function answerOf(request: SavedRequest, options: AnswerOptions): Promise<Answer> {
  switch (request.type) {
    case 'http':
    case 'graphql':
      return body(options);
    case 'ai': {
      const { apiOf } = await import('../../../requests/protocols/ai/providers.ts');
      const { model } = await import('./model.ts');
      return request.ai === undefined ? body(options) : model(apiOf(request.ai), options);
    }
    case 'mcp':
      return (await import('./mcp.ts')).mcp(options);
    case 'sql':
      return (await import('./rows.ts')).rows(options);
    default:
      return conversation(options);
  }
}

/** Prints what arrived, byte for byte. */
export function raw({ print }: AnswerOptions): Answer {
  return {
    message({ direction, data }) {
      if (direction === 'received') print(Buffer.concat([data, Buffer.from('\n')]));
    },
    end({ response }) {
      if (response?.messages.length === 0) print(response.body);
    },
  };
}
