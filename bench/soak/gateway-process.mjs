import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Starts the faulty gateway in a separate process. */
export async function startGateway(seed) {
  const child = fork(fileURLToPath(new URL('gateway.mjs', import.meta.url)), [String(seed)]);
  const [{ url, account }] = await once(child, 'message');
  const ask = async (question) => {
    child.send(question);
    const [answer] = await once(child, 'message');
    return answer;
  };
  return {
    url,
    account,
    /** How often each message was taken since this was last asked, and the open connections. */
    taken: () => ask('taken'),
    /** Ends it, and tells how many connections the app had left open. */
    close: async () => {
      const { connections } = await ask('close');
      if (child.exitCode === null) await once(child, 'exit');
      return connections;
    },
  };
}
