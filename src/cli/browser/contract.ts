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

/** A browser to be started. */
export interface BrowserStart {
  readonly command: readonly string[];
  /** Variables besides those of this process. */
  readonly env: NodeJS.ProcessEnv;
}

/** Returns where a browser is installed: full paths, then names of programs on the PATH. */
export type Places = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
) => { readonly paths: readonly string[]; readonly programs: readonly string[] };
