// The parts of the details of an endpoint take the same.
import type { Endpoint } from './use-contract.ts';

export interface EndpointDetailProps {
  /** Id of the description. */
  readonly spec: string;
  /** The text of the description. */
  readonly text: string;
  readonly endpoint: Endpoint;
  readonly onGo: (line: number) => void;
  readonly onIgnored: () => void;
}
