// axios with a form-data stream, as written by hand.
import http from 'node:http';
import https from 'node:https';
import axios from 'axios';
import FormData from 'form-data';
import { check, fieldsOf, POOL, TOKEN } from './shared.mjs';

export function open(url) {
  const options = { keepAlive: true, maxSockets: POOL };
  const httpAgent = new http.Agent(options);
  const httpsAgent = new https.Agent(options);
  const client = axios.create({ httpAgent, httpsAgent });
  const send = async (index) => {
    const form = new FormData();
    for (const [name, value] of fieldsOf(index)) form.append(name, value);
    const headers = { Authorization: TOKEN, ...form.getHeaders() };
    const { data } = await client.post(`${url}/SMSApi/send`, form, { headers });
    check(data);
  };
  return {
    send,
    close: () => {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}
