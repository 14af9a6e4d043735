// twilio-node's messages.create, its own request building and client, pointed at the same server.
import http from 'node:http';
import twilio from 'twilio';
import { messageOf, POOL } from './shared.mjs';

class LocalClient extends twilio.RequestClient {
  constructor(url) {
    super({ keepAlive: true, maxSockets: POOL, maxFreeSockets: POOL });
    // Its own agent is for https alone.
    this.axios.defaults.httpAgent = new http.Agent({ keepAlive: true, maxSockets: POOL });
    this.url = url;
  }

  request(options) {
    return super.request({
      ...options,
      uri: options.uri.replace('https://api.twilio.com', this.url),
    });
  }
}

export function open(url) {
  const httpClient = new LocalClient(url);
  const client = twilio(`AC${'0'.repeat(32)}`, 'a-token', { httpClient });
  const send = async (index) => {
    const { to, text } = messageOf(index);
    const message = await client.messages.create({ to: `+${to}`, from: 'MYSHOP', body: text });
    if (!message.sid) throw new Error('not accepted');
  };
  const { httpAgent, httpsAgent } = httpClient.axios.defaults;
  return {
    send,
    close: () => {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}
