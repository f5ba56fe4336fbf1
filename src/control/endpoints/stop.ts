// POST /api/stop: ends the app in order, as a signal does; unlike a signal it works on every system.
import { json } from '../response.ts';
import type { AppAccess } from '../app-access.ts';
import type { PathEndpoint } from '../endpoint.ts';

export function stopEndpoints({ stop }: Pick<AppAccess, 'stop'>): readonly PathEndpoint[] {
  return [
    {
      type: 'path',
      method: 'POST',
      path: '/api/stop',
      respond() {
        // The response is written first.
        setImmediate(stop);
        return json(200, { stopping: true });
      },
    },
  ];
}
