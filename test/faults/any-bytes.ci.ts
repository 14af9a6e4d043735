import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import fc from 'fast-check';
import { anyCharacter } from '../support/any-character.js';
import { ACCEPTANCE, acceptanceBody, answer, REJECTION_BODY } from './answers.js';
import { RawGateway } from './raw-gateway.js';
import { isTrue, message, openAccount, outcomeOf } from '../support/account.js';

const RUNS = 250;

/** A likely value, or any other. */
function mostly(likely: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: fc.jsonValue() });
}

/** Bytes that are an answer, almost one, or something else. */
const anyAnswer = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .string({ unit: anyCharacter, maxLength: 200 })
    .map((head) => Buffer.from(`HTTP/1.1 200 ${head}`)),
  // A real answer with a part of it changed.
  fc
    .tuple(fc.nat(ACCEPTANCE.length), fc.nat(20), fc.uint8Array({ maxLength: 20 }))
    .map(([at, gone, put]) =>
      Buffer.concat([ACCEPTANCE.subarray(0, at), Buffer.from(put), ACCEPTANCE.subarray(at + gone)]),
    ),
  // A real head with any body, and any head with a real body.
  fc
    .record({
      status: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(200, 201) },
        { weight: 1, arbitrary: fc.integer({ min: 100, max: 999 }) },
      ),
      headers: fc.dictionary(
        fc.oneof(
          fc.constantFrom(
            'Content-Encoding',
            'Connection',
            'Keep-Alive',
            'Retry-After',
            'Location',
            'Trailer',
            '__proto__',
            'constructor',
            'normalize',
            'set',
            'toJSON',
          ),
          fc.stringMatching(/^[A-Za-z-]{1,12}$/),
        ),
        fc.stringMatching(/^[ -~]{0,20}$/),
        { maxKeys: 4 },
      ),
      body: fc.oneof(
        fc.constantFrom(acceptanceBody(), REJECTION_BODY, '', '{}', 'null', '[]', '"success"'),
        fc.json(),
        fc
          .record(
            {
              status: mostly(fc.constantFrom('success', 'SUCCESS', 'error')),
              statusCode: mostly(fc.constantFrom('200', 200, '216', 401)),
              transactionId: mostly(fc.constantFrom('1', 12_345, '')),
              invalidMobile: fc.jsonValue(),
              msgId: fc.jsonValue(),
            },
            { requiredKeys: [] },
          )
          .map((fields) => JSON.stringify(fields)),
      ),
    })
    .map(({ status, headers, body }) => answer(body, { status, headers })),
);

/** Whether bytes contain the proof of an acceptance: a 2xx and the three fields. */
function holdsProof(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  return (
    /^HTTP\/1\.[01] 2\d\d|\nHTTP\/1\.[01] 2\d\d/m.test(text) &&
    /"status"\s*:\s*"\s*success/i.test(text) &&
    /"statusCode"\s*:\s*"?\s*200/.test(text) &&
    /"transactionId"\s*:\s*("\s*[^"\s]|-?\d)/.test(text)
  );
}

describe.each([
  ['without axios', false],
  ["through a user's axios", true],
])('any bytes as an answer, %s', (_way, throughAxios) => {
  it('give a receipt that they prove, or a true error of the package', async () => {
    let bytes = Buffer.alloc(0);
    await using gateway = await RawGateway.listen({
      script: async (conversation) => {
        await conversation.readRequest();
        await conversation.write(bytes);
        conversation.fin();
      },
    });
    const app = await openAccount({
      baseUrl: gateway.url,
      ...(throughAxios && { http: new HttpService(axios.create()) }),
    });
    let count = 0;
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (given) => {
        bytes = Buffer.from(given);
        const text = `message ${(count += 1)}`;
        const outcome = await outcomeOf(app.sms.send(message(text)));
        const read = gateway.readWhole(text);
        const isRejected =
          outcome.status === 'not-sent' && outcome.error.code !== 'connection-failed';
        // If these bytes are a rejection, the message was read and not accepted.
        expect(isTrue(outcome, isRejected ? 0 : read)).toBe(true);
        expect(read).toBe(1);
        expect(outcome.status !== 'accepted' || holdsProof(bytes)).toBe(true);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 120_000);
});
