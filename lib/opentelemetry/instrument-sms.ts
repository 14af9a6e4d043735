import { type Attributes, metrics, trace } from '@opentelemetry/api';
import { instrumented, type SmsHook } from '../events/hook.js';
import { inSpan, NAME, safely, typeOf } from './trace-spans.js';

/** The buckets of the histograms, in s: those of the messaging conventions, and longer waits. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Creates spans and metrics of all accounts in this process, with the global providers of
 * OpenTelemetry. Call it once, after the SDK was started and before the first send. A second call has
 * no effect, nor has one in another copy of the package: all copies share one.
 *
 * Each send is a span of kind `CLIENT`, with its attempts and the login that it started as children.
 * See docs/watching.md for the attributes and metrics. None has a number, a text or a secret.
 *
 * @returns a function that ends it
 */
export function instrumentSms(): () => void {
  const hook = (instrumented.hook ??= createHook());
  return () => {
    if (instrumented.hook === hook) instrumented.hook = undefined;
  };
}

function createHook(): SmsHook {
  const tracer = trace.getTracer(NAME);
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

  return {
    send: (account, { priority, recipients, segments: count }, work, endOf) =>
      inSpan(
        tracer,
        {
          name: `send ${account}`,
          attributes: {
            ...about('send', account),
            'messaging.operation.type': 'send',
            'messaging.batch.message_count': recipients,
            'sms.segments': count,
            'sms.priority': priority,
          },
          endOf,
          complete: ({ outcome, transactionId, accepted, rejected }) => ({
            'sms.outcome': outcome,
            'messaging.message.id': transactionId,
            'sms.recipients.accepted': accepted,
            'sms.recipients.rejected': rejected,
          }),
          measure: ({ outcome, code, accepted = 0 }, seconds) => {
            const attributes = {
              ...about('send', account),
              'sms.outcome': outcome,
              ...typeOf(code),
            };
            duration.record(seconds, attributes);
            sends.add(1, attributes);
            if (outcome === 'accepted') segments.add(count * accepted, about('send', account));
          },
        },
        work,
      ),
    attempt: (account, attempt, recipients, work) =>
      inSpan(
        tracer,
        {
          name: `attempt ${account}`,
          attributes: {
            ...about('attempt', account),
            'sms.attempt': attempt,
            'messaging.batch.message_count': recipients,
          },
          endOf: () => ({ outcome: 'accepted' }),
          complete: ({ outcome }) => ({ 'sms.outcome': outcome }),
        },
        work,
      ),
    login: (account, work) =>
      inSpan(
        tracer,
        {
          name: `login ${account}`,
          attributes: about('login', account),
          endOf: () => ({}),
          complete: () => ({}),
          measure: ({ code }) => logins.add(1, { ...about('login', account), ...typeOf(code) }),
        },
        work,
      ),
    retried: (account, of, code) =>
      safely(() => retries.add(1, { ...about(of, account), ...typeOf(code) })),
    waited: (account, priority, waited) =>
      safely(() =>
        waits.record(waited / 1000, { ...about('send', account), 'sms.priority': priority }),
      ),
    reported: (account, state) =>
      safely(() => reports.add(1, { ...about('report', account), 'sms.delivery.state': state })),
    otp: (account, result) =>
      safely(() => otp.add(1, { ...about('otp', account), 'sms.otp.result': result })),
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
