// The types of what the browsers share.

export interface BrowserPlan {
  /** Path of the browser. */
  readonly program: string;
  /** An empty folder. */
  readonly profile: string;
  readonly proxyPort: number;
  readonly caPem: string;
  readonly caPath: string;
  /** Further arguments of the user, such as a URL. */
  readonly args: readonly string[];
}

/** Returns where a browser is installed: full paths, then names of programs on the PATH. */
export type Places = (
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
) => { readonly paths: readonly string[]; readonly programs: readonly string[] };
