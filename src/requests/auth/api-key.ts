// API keys in a header or in the query.
import { defineAuth } from './contract.ts';
import { withHeader, withoutQuery, withQuery } from './shared/signable-request.ts';

export const apiKey = defineAuth({
  type: 'apiKey',
  apply({ key, value, in: location }, request) {
    if (key === '') return Promise.resolve(request);
    return Promise.resolve(
      location === 'header'
        ? withHeader(request, key, value)
        : withQuery(withoutQuery(request, new Set([key])), [[key, value]]),
    );
  },
});
