// The port of the proxy, unless another one is chosen.
export const defaultPort = 9090;
