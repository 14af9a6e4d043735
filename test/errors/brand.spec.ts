import { jest } from '@jest/globals';
import * as first from '../../lib/core/errors/index.js';

type Copy = typeof first;
const { SmsGatewayError, SmsRejectedError, SmsTransportError } = first;

class OutOfCredit extends SmsRejectedError {}
class Other extends SmsRejectedError {}

const rejection = { statusCode: '203', reason: 'no', raw: {} };

describe('instanceof across two copies of the package in one process', () => {
  const constructors = {
    SmsAuthenticationError: (copy: Copy) => new copy.SmsAuthenticationError('login-refused', 'x'),
    SmsConfigurationError: (copy: Copy) => new copy.SmsConfigurationError('x'),
    SmsMessageError: (copy: Copy) => new copy.SmsMessageError([]),
    SmsRejectedError: (copy: Copy) => new copy.SmsRejectedError(rejection),
    SmsResponseError: (copy: Copy) =>
      new copy.SmsResponseError('answer-unclear', 'x', { httpStatus: 200 }),
    SmsTransportError: (copy: Copy) =>
      new copy.SmsTransportError('timeout', 'x', { outcome: 'unknown' }),
  };

  it.each(Object.entries(constructors))('works for %s', async (name, construct) => {
    jest.resetModules();
    const second: Copy = await import('../../lib/core/errors/index.js');
    expect(second.SmsGatewayError).not.toBe(SmsGatewayError);
    const error = construct(second);
    const matching = Object.entries(first).filter(
      ([, value]) => typeof value === 'function' && error instanceof value,
    );
    expect(matching.map(([known]) => known)).toEqual(
      expect.arrayContaining([name, 'SmsGatewayError']),
    );
    expect(matching).toHaveLength(2);
  });
});

describe("an app's own class that extends one of ours", () => {
  it('matches by its own class only', () => {
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
