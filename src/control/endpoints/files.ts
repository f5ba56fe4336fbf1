// POST /api/import, /api/export/{format} and GET /api/kept-session: files of captured traffic, for the pages of the
// app, which have no paths to give. All are for the app only.
import { openTraffic } from '../../traffic/open-traffic.ts';
import { IdRanges } from '../../base/id-ranges.ts';
import { messageOf } from '../../base/errors.ts';
import type { LocalResponse } from '../../base/local-http.ts';
import type { Engine } from '../../session/engine/index.ts';
import { exportedTraffic, exportFormatIds, harFile } from '../../traffic/exports.ts';
import type { Flows } from '../../traffic/formats/contract.ts';
import type { TrafficList } from '../../traffic/traffic-list.ts';
import type { AppAccess } from '../app-access.ts';
import type { Call, Endpoint } from '../endpoint.ts';
import { failure, json, jsonStream, response } from '../response.ts';

export const IMPORT_PATH = '/api/import';
const KEPT_PATH = '/api/kept-session';
/** Maximum size of a file that is opened, in bytes. */
export const MAX_IMPORT = 2 ** 30;

export function fileEndpoints(engine: Engine, app: AppAccess): readonly Endpoint[] {
  const open = (call: Call): Promise<LocalResponse> => importFile(engine, app, call);
  return [
    { type: 'path', method: 'POST', path: IMPORT_PATH, respond: open },
    { type: 'path', method: 'GET', path: KEPT_PATH, respond: ({ query }) => keptSession(app, query) },
    ...fileExportEndpoints(app.traffic, () => engine.flows.list()),
  ];
}

/**
 * Files of every format, with the requests of `ids`, or of the body where there are too many for a URL. `remembered`:
 * what a HAR file has without a choice, as under `run`.
 */
export function fileExportEndpoints(traffic: Listed, remembered: Remembered): readonly Endpoint[] {
  return exportFormatIds.flatMap((format): readonly Endpoint[] => {
    const path = `/api/export/${format}`;
    return [
      {
        type: 'path',
        method: 'GET',
        path,
        respond: ({ query }) =>
          format === 'har' && !query.has('ids') && !query.has('redact')
            ? jsonStream(harFile(remembered()))
            : exportFile(traffic, format, query, query.get('ids')),
      },
      {
        type: 'path',
        method: 'POST',
        path,
        respond: ({ query, body }) => exportFile(traffic, format, query, body.toString('latin1')),
      },
    ];
  });
}

type Listed = Pick<TrafficList, 'selected'>;
type Remembered = () => Flows;

async function importFile(engine: Engine, app: AppAccess, { query, body }: Call): Promise<LocalResponse> {
  const name = (query.get('name') ?? 'file').slice(0, 255);
  try {
    return json(
      200,
      await openTraffic(
        { captures: engine.captures, traffic: app.traffic },
        { name, chunks: piecesOf(body), path: null },
      ),
    );
  } catch (error) {
    return failure(422, `${name} cannot be opened: ${messageOf(error)}`);
  }
}

/** In pieces, so that reading the file lets other work pass. */
async function* piecesOf(body: Buffer): AsyncGenerator<Buffer> {
  const size = 1024 * 1024;
  for (let at = 0; at < body.length; at += size) yield await Promise.resolve(body.subarray(at, at + size));
}

/** A session that an earlier start left, as a file of its own. */
function keptSession({ trafficFiles }: AppAccess, query: URLSearchParams): LocalResponse {
  try {
    const flows = trafficFiles?.sessions.flows(query.get('name') ?? '');
    if (flows === undefined) return failure(422, 'Only the app keeps sessions: start it with "proxyctl app"');
    return fileOf('session', flows, query);
  } catch (error) {
    return failure(404, messageOf(error));
  }
}

function exportFile(
  traffic: Listed,
  format: string,
  query: URLSearchParams,
  ids: string | null,
): LocalResponse {
  const asked = ids === null ? null : IdRanges.parse(ids);
  if (ids !== null && asked === null) return failure(400, 'ids: give ids and ranges, such as 1-50,60');
  const flows = traffic.selected((id) => asked?.has(id) ?? true);
  if (flows.size === 0) return failure(422, 'There are no requests to export');
  return fileOf(format, flows, query);
}

function fileOf(format: string, flows: Flows, query: URLSearchParams): LocalResponse {
  const redact = ['1', 'true'].includes(query.get('redact') ?? '');
  return response(200, 'application/octet-stream', exportedTraffic(format, flows, redact), []);
}
