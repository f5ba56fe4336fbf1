// Style sheets as modules: the bundler gives the names of their classes.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  // eslint-disable-next-line no-restricted-syntax -- the form in which bundlers export them
  export default classes;
}
declare module '*.css' {}
