// The lines that `run` and `app` print when they start to listen: the address, who may connect, and the certificate
// to trust.
import type { Engine } from '../session/engine/index.ts';
import { productName } from '../base/product.ts';
import { formatAuthority } from '../codec/http1/target.ts';

/** Returns the lines. `more` is lines about further ports. */
export function announcement(engine: Engine, more: readonly string[] = []): readonly string[] {
  const { address, port, ca } = engine;
  return [
    `${productName} is listening on http://${formatAuthority(address, port)}`,
    ...more,
    ...(engine.listensOnAllInterfaces ? forDevices(engine) : []),
    `Root certificate: ${ca.certPath}`,
  ];
}

function forDevices({ deviceAddresses, port }: Engine): readonly string[] {
  const authorities = deviceAddresses.map((address) => formatAuthority(address, port));
  if (authorities.length === 0)
    return [
      'This machine has no address by which a device could reach it that may use the proxy: connect it to a private network, or name devices in allowedClientIPs',
    ];
  return authorities.map(
    (authority) =>
      `Other devices use the proxy ${authority}, and get the certificate at http://${authority}/ssl`,
  );
}
