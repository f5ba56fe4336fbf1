// Errors about a port that cannot be listened on, naming the program that holds it.
import { messageOf, systemCode } from '../../base/errors.ts';
import { holderName, portHolder } from './index.ts';

/** Resolves with a sentence that names the port, its holder and what to do. Never rejects. */
export async function listenError(port: number, error: unknown): Promise<string> {
  if (systemCode(error) === 'EADDRINUSE')
    return `port ${port} is in use by ${holderName(await portHolder(port))}: stop it or choose another port`;
  if (systemCode(error) === 'EACCES')
    return `port ${port} may not be used by this user: choose one above 1023`;
  return `cannot listen on port ${port}: ${messageOf(error)}`;
}

/** True when another port may work. */
export function isOtherPortNeeded(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(systemCode(error));
}
