import { answer, yesBody } from './answers.js';
import { closeApps, GENEROUS, openApp, outcomeOf } from './harness.js';
import { formFields, type HttpRequest } from './http-request.js';
import { RawGateway, type Script } from './raw-gateway.js';

const SENDS = 12;

afterEach(closeApps);

const numberOf = (index: number): string => `91987654${3210 + index}`;

/** A yes with the request's own number, and a transactionId made of its text. */
function yesTo(request: HttpRequest): Buffer {
  const { mobile = '', msg = '' } = formFields(request);
  return answer(JSON.stringify({ ...JSON.parse(yesBody(`10${msg}`)), mobile }));
}

const well: Script = async (conversation) => {
  for (;;) await conversation.write(yesTo(await conversation.readRequest()));
};

describe('a second answer to one request', () => {
  it.each<[string, Script]>([
    [
      'together with the first one',
      async (conversation) => {
        const yes = yesTo(await conversation.readRequest());
        await conversation.write(Buffer.concat([yes, yes]));
        await well(conversation);
      },
    ],
    [
      'some time later',
      async (conversation) => {
        const yes = yesTo(await conversation.readRequest());
        await conversation.write(yes);
        await conversation.pause(5);
        await conversation.write(yes);
        await well(conversation);
      },
    ],
    [
      'during the next request, which shifts all later answers',
      async (conversation) => {
        let last = yesTo(await conversation.readRequest());
        await conversation.write(last);
        for (;;) {
          await conversation.awaitRequest();
          await conversation.write(last);
          last = yesTo(await conversation.readRequest());
        }
      },
    ],
  ])('%s is never taken for the answer to another send', async (_when, script) => {
    await using gateway = await RawGateway.listen({ script });
    const { sms } = await openApp({
      baseUrl: gateway.url,
      maxConnections: 2,
      timeout: { attempt: GENEROUS },
    });
    const seen = [];
    for (let index = 0; index < SENDS; index += 1) {
      const outcome = await outcomeOf(sms.send({ to: numberOf(index), text: `${index}` }));
      if (outcome.status !== 'accepted') seen.push(outcome.status);
      else seen.push(outcome.receipt.transactionId === `10${index}` ? 'its own' : 'another');
    }
    expect(seen.filter((what) => what !== 'its own' && what !== 'unknown')).toEqual([]);
    // Each connection answers one request before it is found out.
    expect(seen.filter((what) => what === 'its own').length).toBeGreaterThanOrEqual(SENDS / 2);
  });
});
