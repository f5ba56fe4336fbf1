// GET /api/app-icon?app=NAME: the icon of an app of this computer. An SVG may hold scripts: it is served so that none runs
// and nothing is loaded, wherever it is shown.
import type { AppAccess } from '../app-access.ts';
import type { PathEndpoint } from '../endpoint.ts';
import { failure, response } from '../response.ts';

const INERT = [
  { name: 'Content-Security-Policy', value: "sandbox; default-src 'none'; style-src 'unsafe-inline'" },
  { name: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
];
const MAX_NAME = 1000;

export function appIconEndpoints({ appIcon }: Pick<AppAccess, 'appIcon'>): readonly PathEndpoint[] {
  return [
    {
      type: 'path',
      method: 'GET',
      path: '/api/app-icon',
      async respond({ query }) {
        const app = query.get('app') ?? '';
        if (app === '' || app.length > MAX_NAME)
          return failure(400, 'app: give the name of an app, as list_apps shows it');
        const icon = await appIcon(app);
        // No error: most programs of a terminal have none.
        if (icon === null) return response(204, 'image/png', '', []);
        return response(200, icon.type, icon.bytes, INERT);
      },
    },
  ];
}
