// The types that the browsers share.

export interface BrowserPlan {
  /** Path of the browser. */
  readonly program: string;
  /** An empty folder. */
  readonly profile: string;
  readonly proxyPort: number;
  readonly caPem: string;
  readonly caPath: string;
  /** Further arguments of the user, such as a URL. Without any the browser shows an empty page. */
  readonly args: readonly string[];
}

/** The settings for the start of a browser. */
export interface BrowserStart {
  readonly command: readonly string[];
  /** Variables besides those of this process. */
  readonly env: NodeJS.ProcessEnv;
}

/** Returns the possible locations of a browser: full paths, then names of programs on the PATH. */
export type Places = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
) => { readonly paths: readonly string[]; readonly programs: readonly string[] };
