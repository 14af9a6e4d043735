// undici.request by hand.
import { Pool } from 'undici';
import { bodyByHand, check, HEADERS_BY_HAND, POOL } from './shared.mjs';

export function open(url) {
  const pool = new Pool(url, { connections: POOL });
  const send = async (index) => {
    const { body } = await pool.request({
      path: '/SMSApi/send',
      method: 'POST',
      headers: HEADERS_BY_HAND,
      body: bodyByHand(index),
    });
    check(await body.json());
  };
  return { send, close: () => pool.close() };
}
