import { baseUrlProblem } from '../../lib/core/options/base-url.js';
import { curlFor, type Repeatable } from '../../simulator/page/client/logic/curl.js';
import { fillIn } from '../../simulator/page/client/logic/format.js';
import { sampleNest } from '../../simulator/page/sample-send.js';

const ORIGIN = 'http://127.0.0.1:4010';

describe('the Nest code on the empty page', () => {
  it.each([
    ORIGIN,
    'http://localhost',
    'http://sms.localhost:4010',
    'http://[::1]:4010',
    'https://sms.test',
    'http://sms.test:4010',
    'http://192.168.0.4:4010',
    'http://127.0.0.1.sms.test',
    'http://localhost.sms.test',
  ])('sets allowInsecure exactly if the package needs it: %s', (origin) => {
    const known = {
      basePath: '',
      userId: 'u',
      apiKey: 'k',
      apiKeyHeader: 'apikey',
      senderIds: undefined,
    };
    const lines = fillIn(sampleNest(known), origin);
    const allowed = baseUrlProblem(origin, false) === undefined;
    const leave = allowed ? '' : '\n  allowInsecure: true,';
    expect(lines).toContain(`baseUrl: '${origin}',${leave}\n  auth: {`);
  });
});

describe('the curl command of a message', () => {
  const message: Repeatable = {
    method: 'POST',
    path: '/SMSApi/send',
    encoding: 'query',
    fields: {
      userid: 'u',
      mobile: '919876543210',
      msg: 'Write <masked> here',
      password: '<masked>',
    },
    headers: {},
    account: 'u',
    auth: 'password',
  };

  it('stays a POST if its fields are in the query', () => {
    expect(curlFor(message, ORIGIN)).toContain('-X POST');
    expect(curlFor({ ...message, method: 'GET' }, ORIGIN)).not.toContain('-X');
  });

  it('does not change the text, whatever it contains', () => {
    const curl = curlFor(message, ORIGIN);
    expect(curl).toContain("'msg=Write <masked> here'");
    expect(curl).toContain("'password=YOUR_PASSWORD'");
  });
});
