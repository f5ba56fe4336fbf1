// HAR 1.2, the format of browsers and most HTTP tools; JSON sessions of Charles are read with it.
import { defineFormat, lazyRead, lazyWrite } from '../contract.ts';

export const har = defineFormat({
  id: 'har',
  label: 'HAR',
  extension: '.har',
  export: {
    isLight: true,
    write: lazyWrite(async () => (await import('./write.ts')).harChunks),
    represents: ({ request, durationMs }) => request !== null && durationMs !== undefined,
  },
  import: {
    descriptions: ['a HAR file', 'a JSON session of Charles'],
    detect: (start) => /^\uFEFF?\s*(?:[[{]|$)/.test(start.toString()),
    read: lazyRead(async () => {
      const { readHarFlows } = await import('./read.ts');
      return ({ chunks }, context) => readHarFlows(chunks, context);
    }),
  },
});
