// Headers of a response of Node's HTTP client.
import type { IncomingMessage } from 'node:http';
import type { HeaderField } from '../../auth/contract.ts';

export function headerFields({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): readonly HeaderField[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [{ name, value: rawHeaders[index + 1] ?? '' }] : [],
  );
}
