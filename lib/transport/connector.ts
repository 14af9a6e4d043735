import { Socket } from 'node:net';
import { buildConnector, errors } from 'undici';

/**
 * Opens connections within a deadline. undici's own timers are for long times: a deadline of 100 ms
 * would pass after a second.
 *
 * @param timeout ms until a connection, its TLS handshake included, must be open
 */
export function connectWithin(timeout: number): buildConnector.connector {
  const connect = buildConnector({ timeout: 0 });
  return (options, callback) => {
    const timer = setTimeout(() => {
      const error = new errors.ConnectTimeoutError('No connection in time');
      if (socket instanceof Socket) socket.destroy(error);
    }, timeout);
    const done: buildConnector.Callback = (...result) => {
      clearTimeout(timer);
      callback(...result);
    };
    // What its type says nothing of: the socket that is being opened.
    const socket: unknown = connect(options, done);
  };
}
