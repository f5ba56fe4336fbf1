// The lines that `run` and `app` print when they listen: where, for whom, and which certificate to trust.
import type { Engine } from '../app/engine/index.ts';
import { reachableAddresses } from '../app/this-machine.ts';
import { productName } from '../base/product.ts';
import { formatAuthority } from '../codec/http1/target.ts';

/** Returns the lines. `more`: lines about further ports. */
export function announcement(engine: Engine, more: readonly string[] = []): readonly string[] {
  const { address, port, ca } = engine;
  return [
    `${productName} is listening on http://${formatAuthority(address, port)}`,
    ...more,
    ...(engine.listensOnAllInterfaces ? forDevices(port) : []),
    `Root certificate: ${ca.certPath}`,
  ];
}

function forDevices(port: number): readonly string[] {
  const authorities = reachableAddresses().map((address) => formatAuthority(address, port));
  if (authorities.length === 0) return ['This machine has no address by which other devices could reach it'];
  return authorities.map(
    (authority) =>
      `Other devices use the proxy ${authority}, and get the certificate at http://${authority}/ssl`,
  );
}
