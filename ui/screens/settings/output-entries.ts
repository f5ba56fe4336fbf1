// The settings that send exchanges elsewhere.
import { AutosaveControl } from './controls/autosave.tsx';
import { NdjsonControl } from './controls/ndjson.tsx';
import { OtlpControl } from './controls/otlp.tsx';
import type { SettingEntry } from './entry.ts';

export const outputEntries: readonly SettingEntry[] = [
  {
    key: 'autosave',
    page: 'advanced',
    title: 'Rolling recording',
    isField: false,
    hint: 'Finished exchanges are written to files in this folder, and to a new one from time to time. Empty: none.',
    words: 'autosave record save har session folder rotate',
    Control: AutosaveControl,
  },
  {
    key: 'ndjson',
    page: 'advanced',
    title: 'Exchanges as lines of JSON',
    isField: false,
    hint: 'Each finished exchange is appended to this file, for other programs. Empty: none.',
    words: 'ndjson export log clickhouse duckdb',
    Control: NdjsonControl,
  },
  {
    key: 'otlp',
    page: 'advanced',
    title: 'OpenTelemetry',
    isField: false,
    hint: 'Each finished exchange is sent to this collector as a span, over OTLP/HTTP. Empty: none.',
    words: 'otlp collector traces spans jaeger tempo honeycomb',
    Control: OtlpControl,
  },
];
