// Reads a line of `proxyctl list`, such as `#12 [curl] 200 GET https://a.test/ 143ms 26B`.

export interface TrafficLine {
  readonly id: number;
  readonly app: string;
  /** Empty without a response. */
  readonly status: string;
  readonly method: string;
  readonly url: string;
  readonly rest: string;
}

const LINE = /^#(\d+) (?:\[(.*?)\] )?(\S+) ([A-Z-]+) (\S+)(?: (.*))?$/;

/** Returns null for another line. */
export function trafficLine(line: string): TrafficLine | null {
  const [, id, app = '', status = '', method = '', url = '', rest = ''] = LINE.exec(line.trim()) ?? [];
  return id === undefined
    ? null
    : { id: Number(id), app, status: /^\d{3}$/.test(status) ? status : '', method, url, rest };
}
