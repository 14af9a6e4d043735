import { runChild } from '../support/run-child.js';
import { SmsGatewayError, SmsRejectedError, SmsTransportError } from '../../lib/errors/index.js';

class OutOfCredit extends SmsRejectedError {}
class Other extends SmsRejectedError {}

const rejection = { statusCode: '203', reason: 'no', raw: {} };

describe('instanceof across two copies of the package in one process', () => {
  it('holds for each class and its base, and for no other', async () => {
    const names = [
      'SmsAuthenticationError',
      'SmsConfigurationError',
      'SmsMessageError',
      'SmsRejectedError',
      'SmsResponseError',
      'SmsTransportError',
    ];
    expect(await runChild(new URL('two-copies.child.ts', import.meta.url))).toEqual({
      sameClass: false,
      raws: [{ from: 'two' }],
      known: Object.fromEntries(names.map((name) => [name, [name, 'SmsGatewayError'].toSorted()])),
      sameServiceToken: true,
    });
  });
});

describe("an app's own class that extends one of ours", () => {
  it("keeps the language's instanceof", () => {
    const own = new OutOfCredit(rejection);
    expect(own).toBeInstanceOf(OutOfCredit);
    expect(own).toBeInstanceOf(SmsRejectedError);
    expect(own).toBeInstanceOf(SmsGatewayError);
    expect(own).not.toBeInstanceOf(SmsTransportError);
    expect(own).not.toBeInstanceOf(Other);
    expect(new SmsRejectedError(rejection)).not.toBeInstanceOf(OutOfCredit);
  });
});

describe('instanceof', () => {
  it.each([undefined, null, 0, '', 'SmsGatewayError', true, {}, [], new Error('x'), () => 0])(
    'is false for %p',
    (value) => {
      expect(value instanceof SmsGatewayError).toBe(false);
      expect(value instanceof SmsRejectedError).toBe(false);
    },
  );
});
