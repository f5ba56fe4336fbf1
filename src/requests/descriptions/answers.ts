// Reads the answers to questions.
import { messageOf, UserError } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import type { ReceivedResponse } from '../response.ts';
import type { Answer } from './contract.ts';

/** Returns the response. Throws a UserError with the reason when there is none. */
export function responseOf(answer: Answer | undefined): ReceivedResponse {
  if (answer?.response) return answer.response;
  throw new UserError('UNAVAILABLE', answer?.error ?? 'there was no response');
}

/** Returns the value of a body. Throws a UserError when it is not JSON. */
export function jsonOf({ body, status }: ReceivedResponse): unknown {
  try {
    return parseJson(body.toString());
  } catch (error) {
    throw new UserError(
      'INVALID_DATA',
      `the server described nothing: it answered ${status}, and its body is ${messageOf(error)}`,
      { cause: error },
    );
  }
}
