// A request as typed in the edit dialog, and what was changed in it.
import type { FlowDetail, ParamsOf } from '../../../../src/session/methods/ui-types.ts';

/** The request as text to edit. */
export interface Draft {
  readonly method: string;
  readonly url: string;
  /** The headers, one `Name: value` a line. */
  readonly headers: string;
  readonly body: string;
}

/** Returns the request as the client sent it, before tools changed it. */
export function requestOf(detail: FlowDetail | null) {
  return detail?.originalRequest ?? detail?.request ?? null;
}

export function draftOf(detail: FlowDetail): Draft {
  const { headers = [], body = '' } = requestOf(detail) ?? {};
  return {
    method: detail.method,
    url: detail.url,
    headers: headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
    body: typeof body === 'string' ? body : '',
  };
}

/**
 * Returns only what was changed, so that everything else is sent byte for byte. Throws for a line that is not a header.
 */
export function changesOf(draft: Draft, detail: FlowDetail): Omit<ParamsOf<'edit_and_replay'>, 'id'> {
  const before = draftOf(detail);
  return {
    ...(draft.method !== before.method && { method: draft.method.trim() }),
    ...(draft.url !== before.url && { url: draft.url.trim() }),
    ...(draft.headers !== before.headers && { headers: headerList(draft.headers) }),
    ...(draft.body !== before.body && { body: draft.body }),
  };
}

function headerList(text: string): { readonly name: string; readonly value: string }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      if (colon < 1) throw new Error(`“${line.slice(0, 60)}” is not a header: write Name: value`);
      return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
    });
}
