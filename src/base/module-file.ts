const IS_SOURCE = import.meta.url.endsWith('.ts');

/**
 * Returns the file of a module that another thread or process runs. `source` is a literal URL relative to the caller,
 * so that the bundler finds it. In the published package the file has the extension .js.
 */
export function moduleFile(source: URL): URL {
  return IS_SOURCE ? source : new URL(source.href.replace(/\.ts$/, '.js'));
}
