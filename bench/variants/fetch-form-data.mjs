// fetch with the platform's FormData.
import { Agent, fetch, FormData } from 'undici';
import { check, fieldsOf, POOL, TOKEN } from './shared.mjs';

export function open(url) {
  const dispatcher = new Agent({ connections: POOL });
  const send = async (index) => {
    const body = new FormData();
    for (const [name, value] of fieldsOf(index)) body.append(name, value);
    const headers = { Authorization: TOKEN };
    const response = await fetch(`${url}/SMSApi/send`, {
      method: 'POST',
      headers,
      body,
      dispatcher,
    });
    check(await response.json());
  };
  return { send, close: () => dispatcher.close() };
}
