// The name of the server, in the configurations of assistants and in the protocol.
export const SERVER_NAME = 'proxy-server';
