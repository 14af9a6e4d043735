// undici's dispatch by hand: the limit.
import { Pool } from 'undici';
import { bodyByHand, check, HEADERS_BY_HAND, POOL } from './shared.mjs';

export function open(url) {
  const pool = new Pool(url, { connections: POOL });
  const send = (index) =>
    new Promise((resolve, reject) => {
      const chunks = [];
      pool.dispatch(
        { path: '/SMSApi/send', method: 'POST', headers: HEADERS_BY_HAND, body: bodyByHand(index) },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData(_controller, chunk) {
            chunks.push(chunk);
          },
          onResponseEnd() {
            try {
              check(Buffer.concat(chunks).toString());
              resolve();
            } catch (error) {
              reject(error);
            }
          },
          onResponseError(_controller, error) {
            reject(error);
          },
        },
      );
    });
  return { send, close: () => pool.close() };
}
