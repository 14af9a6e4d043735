import { type Attributes, metrics } from '@opentelemetry/api';
import { smsChannels, type SmsNoteChannel } from '../events/channels.js';
import { NAME, safely, traceSpans, typeOf } from './trace-spans.js';

/** The buckets of the histograms, in s: those of the messaging conventions, and longer waits. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

let stop: (() => void) | undefined;

/**
 * Creates spans and metrics of all accounts in this process, with the global providers of
 * OpenTelemetry. Call it once, after the SDK was started and before the first send. A second call has
 * no effect.
 *
 * Each send is a span of kind `CLIENT`, with its attempts and the login that it started as children.
 * See docs/watching.md for the attributes and metrics. None has a number, a text or a secret.
 *
 * @returns a function that ends it
 */
export function instrumentSms(): () => void {
  stop ??= start();
  return () => {
    stop?.();
    stop = undefined;
  };
}

function start(): () => void {
  const meter = metrics.getMeter(NAME);
  const inSeconds = { unit: 's', advice: { explicitBucketBoundaries: BUCKETS } };
  const duration = meter.createHistogram('messaging.client.operation.duration', {
    description: 'How long a send took, with waiting and retries.',
    ...inSeconds,
  });
  const sends = meter.createCounter('sms.sends', {
    description: 'Sends, by account and outcome.',
    unit: '{send}',
  });
  const segments = meter.createCounter('sms.segments', {
    description: 'Segments of accepted sends, over all their recipients.',
    unit: '{segment}',
  });
  const retries = meter.createCounter('sms.retries', {
    description: 'Requests that were made again.',
    unit: '{retry}',
  });
  const logins = meter.createCounter('sms.logins', { description: 'Logins.', unit: '{login}' });
  const reports = meter.createCounter('sms.reports', {
    description: 'Delivery reports, by state.',
    unit: '{report}',
  });
  const otp = meter.createCounter('sms.otp', {
    description: 'Codes that were sent or checked, by result.',
    unit: '{code}',
  });
  const waits = meter.createHistogram('sms.wait.duration', {
    description: 'How long sends that had to wait for their turn did.',
    ...inSeconds,
  });

  const stops = [
    traceSpans(
      smsChannels.send,
      ({ account, priority, recipients, segments: count }) => ({
        name: `send ${account}`,
        attributes: {
          ...about('send', account),
          'messaging.operation.type': 'send',
          'messaging.batch.message_count': recipients,
          'sms.segments': count,
          'sms.priority': priority,
        },
      }),
      ({ outcome, transactionId, accepted, rejected }) => ({
        'sms.outcome': outcome,
        'messaging.message.id': transactionId,
        'sms.recipients.accepted': accepted,
        'sms.recipients.rejected': rejected,
      }),
      (seconds, { account, outcome, code, accepted = 0, segments: count }) => {
        const attributes = { ...about('send', account), 'sms.outcome': outcome, ...typeOf(code) };
        duration.record(seconds, attributes);
        sends.add(1, attributes);
        if (outcome === 'accepted') segments.add(count * accepted, about('send', account));
      },
    ),
    traceSpans(
      smsChannels.attempt,
      ({ account, attempt, recipients }) => ({
        name: `attempt ${account}`,
        attributes: {
          ...about('attempt', account),
          'sms.attempt': attempt,
          'messaging.batch.message_count': recipients,
        },
      }),
      ({ outcome }) => ({ 'sms.outcome': outcome }),
    ),
    traceSpans(
      smsChannels.login,
      ({ account }) => ({ name: `login ${account}`, attributes: about('login', account) }),
      () => ({}),
      (_seconds, { account, code }) =>
        logins.add(1, { ...about('login', account), ...typeOf(code) }),
    ),
    listen(smsChannels.retry, ({ account, of, code }) => {
      retries.add(1, { ...about(of, account), ...typeOf(code) });
    }),
    listen(smsChannels.report, ({ account, state }) => {
      reports.add(1, { ...about('report', account), 'sms.delivery.state': state });
    }),
    listen(smsChannels.otp, ({ account, result }) => {
      otp.add(1, { ...about('otp', account), 'sms.otp.result': result });
    }),
    listen(smsChannels.rateLimit, ({ account, priority, waited }) => {
      waits.record(waited / 1000, { ...about('send', account), 'sms.priority': priority });
    }),
  ];
  return () => {
    for (const end of stops) end();
  };
}

/** What every span and metric has. */
function about(operation: string, account: string): Attributes {
  return {
    'messaging.system': NAME,
    'messaging.operation.name': operation,
    'messaging.destination.name': account,
  };
}

function listen<Note>(channel: SmsNoteChannel<Note>, onNote: (note: Note) => void): () => void {
  const subscriber = (note: Note): void => safely(() => onNote(note));
  channel.subscribe(subscriber);
  return () => channel.unsubscribe(subscriber);
}
