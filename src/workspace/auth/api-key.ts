// An API key in a header or in the query.
import { defineAuth } from './contract.ts';
import { withHeader, withoutQuery, withQuery } from './shared/signable-request.ts';

export const apiKey = defineAuth({
  type: 'apiKey',
  apply({ key, value, in: place }, request) {
    if (key === '') return Promise.resolve(request);
    return Promise.resolve(
      place === 'header'
        ? withHeader(request, key, value)
        : withQuery(withoutQuery(request, new Set([key])), [[key, value]]),
    );
  },
});
