// Style sheets as modules, whose class names the bundler provides.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // eslint-disable-next-line no-restricted-syntax -- the form in which bundlers export them
  export default classes;
}
declare module '*.css' {}
