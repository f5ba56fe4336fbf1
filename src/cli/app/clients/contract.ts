// The parts of the app and of the system that clients need.

/** The parts of the app that its clients use. */
export interface ClientsProxy {
  readonly port: number;
  readonly caPem: string;
  readonly caPath: string;
  /** Data folder. */
  readonly home: string;
}

export interface ClientsOptions {
  readonly proxy: () => ClientsProxy;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}
