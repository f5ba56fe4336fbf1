// The error of a port that is taken.
import { UserError } from '../../base/errors.ts';
import { isOtherPortNeeded, listenError } from '../../system/port-holder/listen-error.ts';

/** Returns the error with the program that has the port, and the next free one. */
export async function portError(port: number, error: Error): Promise<Error> {
  const { cause } = error;
  if (!isOtherPortNeeded(cause)) return error;
  const { nextFreePort } = await import('../../system/port-holder/free-port.ts');
  const free = await nextFreePort(port);
  const advice = free === null ? '' : `, such as ${free}`;
  return new UserError('UNAVAILABLE', `${await listenError(port, cause)}${advice}`, { cause, field: 'port' });
}
