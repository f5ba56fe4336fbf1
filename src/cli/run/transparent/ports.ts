/** The last port whose connections are led to the proxy: each costs a listener, and servers of the command need others. */
export const LAST_PORT = 10_239;
