// Cassettes: recordings of what a program asks, which answer it in tests.
export { Cassette, type CassetteOptions } from './cassette.ts';
export {
  CASSETTE_MODES,
  outcomeLines,
  type CassetteMode,
  type CassetteOutcome,
  type UnknownRequest,
} from './outcome.ts';
