import { type Attributes, metrics, trace } from '@opentelemetry/api';
import { SmsGuardError } from '../../core/errors/index.js';
import { instrumented, type Place, type SmsHook } from '../../core/events/hook.js';
import { VERSION } from '../../core/common/version.js';
import { inSpan, NAME, safely, typeOf } from './trace-spans.js';

/**
 * The buckets of the histograms, in s: those of the messaging conventions, and larger ones up to the default of
 * `timeout.total`, and for the longer ones that apps set.
 */
const BUCKETS = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 15, 20, 30, 60, 120,
];

/** The version of the conventions whose names are used. */
const SCHEMA = { schemaUrl: 'https://opentelemetry.io/schemas/1.45.0' };

/** The options of `instrumentSms`. */
export interface SmsInstrumentationOptions {
  /**
   * Whether to say where the recipients are: `sms.country` has an ISO 3166 code or `unknown`, on the counters of sends and
   * of codes and on the spans of sends (`mixed` for several countries). Each country is another series of each counter.
   * Default false.
   */
  countries?: boolean | undefined;
}

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
export function instrumentSms(options: SmsInstrumentationOptions = {}): () => void {
  const hook = (instrumented.hook ??= createHook(options));
  return () => {
    if (instrumented.hook === hook) instrumented.hook = undefined;
  };
}

function createHook({ countries = false }: SmsInstrumentationOptions): SmsHook {
  const tracer = trace.getTracerProvider().getTracer(NAME, VERSION, SCHEMA);
  const meter = metrics.getMeter(NAME, VERSION, SCHEMA);
  const inSeconds = { unit: 's', advice: { explicitBucketBoundaries: BUCKETS } };
  const duration = meter.createHistogram('messaging.client.operation.duration', {
    description: 'How long a send took, with waiting and retries.',
    ...inSeconds,
  });
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(name, { description, unit: `{${unit}}` });
  const sent = counter(
    'messaging.client.sent.messages',
    'message',
    'Messages, one for each number, that the app tried to send, by outcome.',
  );
  const segments = counter(
    'sms.segments',
    'segment',
    'Segments of accepted sends, over all their recipients.',
  );
  const retries = counter('sms.retries', 'retry', 'Requests that were retried.');
  const logins = counter('sms.logins', 'login', 'Logins.');
  const reports = counter('sms.reports', 'report', 'Delivery reports, by state.');
  const otp = counter('sms.otp', 'code', 'Codes that were sent or checked, by result.');
  const waits = meter.createHistogram('sms.wait.duration', {
    description: 'How long sends waited for their turn, if they had to.',
    ...inSeconds,
  });

  const balance = meter.createGauge('sms.balance', {
    description: 'What the account has left at the gateway, as it was read last.',
    unit: '{credit}',
  });

  return {
    countries,
    send: (place, { priority, recipients, segments: count, countries: totals }, work, endOf) =>
      inSpan(
        tracer,
        {
          name: `send ${place.account}`,
          attributes: {
            ...aboutSend('send', place),
            ...batchOf(recipients),
            'sms.segments': count,
            'sms.priority': priority,
            ...(totals && inCountry(totals.size > 1 ? 'mixed' : [...totals.keys()][0])),
          },
          endOf,
          complete: ({ outcome, transactionId, accepted, rejected }) => ({
            'sms.outcome': outcome,
            'messaging.message.id': transactionId,
            'sms.recipients.accepted': accepted,
            'sms.recipients.rejected': rejected,
          }),
          measure: ({ outcome, code, error, accepted = 0 }, seconds) => {
            const attributes = {
              ...aboutSend('send', place),
              'sms.outcome': outcome,
              ...typeOf(code),
            };
            duration.record(seconds, attributes);
            // By the conventions, what the app itself kept back does not count.
            const isTried = outcome !== 'held' && !(error instanceof SmsGuardError);
            if (isTried && totals) {
              for (const [country, amount] of totals) {
                sent.add(amount, { ...attributes, ...inCountry(country) });
              }
            } else if (isTried) sent.add(recipients, attributes);
            if (outcome === 'accepted')
              segments.add(count * accepted, about('send', place.account));
          },
        },
        work,
      ),
    attempt: (place, { of, attempt, weight }, work) =>
      inSpan(
        tracer,
        {
          name: `attempt ${place.account}`,
          attributes: {
            ...(of === 'send' ? aboutSend('attempt', place) : aboutCall('attempt', place)),
            ...batchOf(weight),
            'sms.attempt': attempt,
          },
          endOf: () => ({ outcome: 'accepted' }),
          complete: ({ outcome }) => ({ 'sms.outcome': outcome }),
        },
        work,
      ),
    login: (place, work) =>
      inSpan(
        tracer,
        {
          name: `login ${place.account}`,
          attributes: aboutCall('login', place),
          endOf: () => ({}),
          complete: () => ({}),
          measure: ({ code }) =>
            logins.add(1, { ...about('login', place.account), ...typeOf(code) }),
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
    otp: (account, result, country) =>
      safely(() =>
        otp.add(1, {
          ...about('otp', account),
          'sms.otp.result': result,
          ...(countries && inCountry(country)),
        }),
      ),
    balance: (account, credits) => safely(() => balance.record(credits, about('balance', account))),
  };
}

/** What every span has. */
function aboutCall(operation: string, { account, server }: Place): Attributes {
  return {
    ...about(operation, account),
    ...(server && { 'server.address': server.address, 'server.port': server.port }),
  };
}

function aboutSend(operation: string, place: Place): Attributes {
  return { ...aboutCall(operation, place), 'messaging.operation.type': 'send' };
}

/** By the conventions, a single message has no count. */
function batchOf(recipients: number): Attributes {
  return recipients > 1 ? { 'messaging.batch.message_count': recipients } : {};
}

function inCountry(country: string | undefined): Attributes {
  return { 'sms.country': country ?? 'unknown' };
}

/** What every span and metric has. */
function about(operation: string, account: string): Attributes {
  return {
    'messaging.system.name': NAME,
    'messaging.operation.name': operation,
    'messaging.destination.name': account,
  };
}
