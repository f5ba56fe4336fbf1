// The setting `otlp`: sends each finished exchange to a collector of OpenTelemetry.
import type { OutputKind } from './contract.ts';

export const otlp: OutputKind = {
  name: 'otlp',
  chosen({ otlp: { url, ...options }, modelPrices: prices }) {
    if (url === null) return null;
    return {
      target: url,
      async open(say) {
        const { OtlpOutput } = await import('../../traffic/otlp/output.ts');
        return OtlpOutput.open({ url, ...options, prices }, say);
      },
    };
  },
};
