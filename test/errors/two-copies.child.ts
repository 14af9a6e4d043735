// Loads the package twice, as an app does where one dependency imports it and another requires it, and
// tells which classes of the first copy know the errors of the second.
import * as one from '../../lib/index.js';

const two = (await import(
  new URL('../../lib/index.ts?copy=2', import.meta.url).href
)) as typeof one;

const errors = [
  new two.SmsAuthenticationError('login-refused', 'x'),
  new two.SmsConfigurationError('x'),
  new two.SmsMessageError([]),
  new two.SmsRejectedError({ statusCode: '', reason: '', raw: { from: 'two' } }),
  new two.SmsResponseError('answer-unclear', 'x', { httpStatus: 200 }),
  new two.SmsTransportError('timeout', 'x', { outcome: 'unknown' }),
];

const classes = Object.entries(one).filter(([name]) => name.endsWith('Error'));
const known = errors.map((error) => [
  error.name,
  classes
    .filter(([, each]) => error instanceof (each as typeof one.SmsGatewayError))
    .map(([name]) => name)
    .toSorted(),
]);

const raws = errors.map((error) => (error instanceof one.SmsRejectedError ? error.raw : undefined));

process.stdout.write(
  JSON.stringify({
    sameClass: (one.SmsGatewayError as unknown) === two.SmsGatewayError,
    raws: raws.filter((raw) => raw !== undefined),
    known: Object.fromEntries(known) as unknown,
    sameServiceToken: one.getSmsServiceToken() === two.getSmsServiceToken(),
  }),
);
