/** A bug on purpose. The world must find it, which shows that it finds such bugs. */
export interface Planted {
  readonly name: string;
  /** In the built package. */
  readonly file: string;
  /** An expression or a statement, which occurs once in the file. */
  readonly find: string;
  /** Of the same kind. */
  readonly replace: string;
  /** Why the world does not find it. Absent: it does. */
  readonly missed?: string;
}

/** Bugs that this package or other clients really had, or that its code invites. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'a run reads the caller’s object again for each attempt',
    file: 'lib/core/runs/send-many.js',
    find: 'account.sendChecked(checked, send)',
    replace: 'account.sendChecked(account.readMessage(message), send)',
  },
  {
    name: 'a send whose outcome is unknown is retried',
    file: 'lib/core/deadline/failure.js',
    find: "isNotSent && retryable && about === 'account' && code !== 'breaker-open'",
    replace: "about === 'account' && code !== 'breaker-open'",
  },
  {
    name: 'a place of maxConcurrency is not given back',
    file: 'lib/core/pipeline/send-gate.js',
    find: 'this.inside -= 1;',
    replace: "if (how === 'answered') this.inside -= 1;",
  },
  {
    name: 'maxConcurrency lets one more through',
    file: 'lib/core/pipeline/send-gate.js',
    find: 'this.inside >= this.maxConcurrency',
    replace: 'this.inside > this.maxConcurrency',
  },
  {
    name: 'high priority waits behind normal priority',
    file: 'lib/core/pipeline/send-gate.js',
    find: 'this.queues.high.peek() ?? this.queues.normal.peek()',
    replace: 'this.queues.normal.peek() ?? this.queues.high.peek()',
  },
  {
    name: 'the pause after a 429 ends after a tenth of a second',
    file: 'lib/core/pipeline/send-gate.js',
    find: 'Math.min(ms, LONGEST_OBEYED)',
    replace: 'Math.min(ms, 100)',
  },
  {
    name: 'a 429 does not stop the other sends',
    file: 'lib/core/pipeline/call-pipeline.js',
    find: 'gate.hold(failure.hold);',
    replace: 'void gate;',
  },
  {
    name: 'quiet hours are not checked again after a wait',
    file: 'lib/core/pipeline/call-pipeline.js',
    find: 'throw refusal;',
    replace: 'void refusal;',
  },
  {
    name: 'a refused send is repeated with the same credentials',
    file: 'lib/core/pipeline/call-pipeline.js',
    find: '!(await hasOther) || isOne',
    replace: '(await hasOther, refused.length > 1) || isOne',
  },
  {
    name: 'the answer to another send is taken for the send’s own',
    file: 'lib/core/protocol/send-answer.js',
    find: "namesOnlyOthers(fields['mobile'], message.recipients)",
    replace: 'message === undefined',
  },
  {
    name: 'invalidMobile is not read',
    file: 'lib/core/protocol/send-answer.js',
    find: 'readInvalid(invalidMobile, recipients)',
    replace: "readInvalid('', recipients)",
  },
  {
    name: 'the total deadline is not set again after a wait that did not count',
    file: 'lib/core/deadline/deadline.js',
    find: 'this.totalAt < this.wakesAt',
    replace: 'this.timersLeft < 0',
    missed:
      'The deadline of the attempt ends the send soon afterwards, and a send of a run has no other.',
  },
  {
    name: 'the total deadline is not set again after the deadline of an attempt',
    file: 'lib/core/deadline/deadline.js',
    find: 'next !== Infinity && !deadline.reason',
    replace: 'next === 0',
  },
  {
    name: 'timeout.attempt is not obeyed',
    file: 'lib/core/deadline/deadline.js',
    find: 'now + this.timeout.attempt',
    replace: 'Infinity',
  },
  {
    name: 'a listener is left on the signal of a send',
    file: 'lib/core/deadline/deadline.js',
    find: 'offAbort(this.callerSignal, this.onAbort);',
    replace: 'void this.onAbort;',
  },
  {
    name: 'a request that was started is reported as not started',
    file: 'lib/core/transport/exchange.js',
    find: '!this.started && this.source.reportsStart',
    replace: 'this.source.reportsStart',
  },
  {
    name: 'a 5xx is taken for a refusal',
    file: 'lib/core/protocol/answer-error.js',
    find: "what === 'send' ? 'unknown' : 'not-sent'",
    replace: "'not-sent'",
  },
  {
    name: 'a Retry-After with a date is read by this host’s clock',
    file: 'lib/core/protocol/answer-error.js',
    find: "readHttpDate(headerOf(answer, 'date')) ?? Date.now()",
    replace: 'Date.now()',
  },
  {
    name: 'a gateway’s words are shown unmasked',
    file: 'lib/core/protocol/answer-error.js',
    find: "shown(textOf(fields['reason'])?.trim() ?? '', sent)",
    replace: "textOf(fields['reason'])?.trim() ?? ''",
  },
  {
    name: 'the window of a rate limit starts when a request without an answer ends',
    file: 'lib/core/pipeline/rate-window.js',
    find: "how !== 'answered'",
    replace: 'how === undefined',
  },
  {
    name: 'a rate limit lets one recipient more through',
    file: 'lib/core/pipeline/rate-window.js',
    find: 'this.total + recipients > this.limit',
    replace: 'this.total + recipients > this.limit + 1',
  },
  {
    name: 'a failover sends an unknown message through the next account',
    file: 'lib/core/account/failover-account.js',
    find: "error.outcome !== 'not-sent'",
    replace: 'error === undefined',
  },
  {
    name: 'a run ends before the sends that it began',
    file: 'lib/core/runs/run.js',
    find: 'while (this.active > 0)\n                await this.change();',
    replace: 'void this.active;',
  },
  {
    name: 'one attempt more than retry.attempts',
    file: 'lib/core/deadline/failure.js',
    find: 'retries + 1 >= attempts',
    replace: 'retries >= attempts',
  },
  {
    name: 'retry.budget is not obeyed',
    file: 'lib/core/deadline/failure.js',
    find: 'budget - this.spent < RETRY_COST',
    replace: 'budget < RETRY_COST',
  },
  {
    name: 'answers return no points of retry.budget',
    file: 'lib/core/deadline/failure.js',
    find: 'Math.max(0, this.spent - 1)',
    replace: 'this.spent',
    missed:
      'It shows only after a retry and five answers without another failure, if the next send then fails early.',
  },
  {
    name: 'pauses between attempts grow beyond their limit',
    file: 'lib/core/deadline/failure.js',
    find: 'Math.min(cap, base * 2 ** retries)',
    replace: 'base * 2 ** (retries + 3)',
  },
  {
    name: 'each send that waits for a login logs in',
    file: 'lib/core/auth/token.auth-provider.js',
    find: 'this.renewal ??= this.startRenewal(need).finally(() => (this.renewal = undefined));',
    replace: 'this.renewal = this.startRenewal(need).finally(() => (this.renewal = undefined));',
  },
  {
    name: 'no cool-down follows a failed login',
    file: 'lib/core/auth/token.auth-provider.js',
    find: 'this.failed.start(Date.now(), error);',
    replace: 'void error;',
  },
  {
    name: 'every refused send may cause a login',
    file: 'lib/core/auth/token.auth-provider.js',
    find: 'this.refusals.start(Date.now());',
    replace: 'void need;',
  },
  {
    name: 'Retry-After does not make a cool-down longer',
    file: 'lib/core/auth/cooldown.js',
    find: 'Math.min(this.cause?.retryAfter ?? 0, LONGEST_OBEYED)',
    replace: '0',
  },
  {
    name: 'the breaker opens one failure late',
    file: 'lib/core/deadline/breaker.js',
    find: 'this.failures >= this.mostFailures',
    replace: 'this.failures > this.mostFailures',
  },
  {
    name: 'an answer does not reset the failures of the breaker',
    file: 'lib/core/deadline/breaker.js',
    find: 'this.failures = 0;',
    replace: 'void gateway;',
  },
  {
    name: 'a half-open breaker lets all attempts through',
    file: 'lib/core/deadline/breaker.js',
    find: 'this.trial = attempt.then(end, end);',
    replace: 'void end;',
  },
  {
    name: 'a failed trial closes the breaker',
    file: 'lib/core/deadline/breaker.js',
    find: 'this.openedAt = performance.now();',
    replace: 'this.openedAt = isTrial ? undefined : performance.now();',
  },
  {
    name: 'drain is not waited for',
    file: 'lib/core/deadline/lifetime.js',
    find: 'await within(drain, drained);',
    replace: 'void drain;',
  },
  {
    name: 'an ended send stays on the account’s list',
    file: 'lib/core/deadline/lifetime.js',
    find: 'this.sends.remove(entry);',
    replace: 'void entry;',
  },
  {
    name: 'guard counts one message more than it may',
    file: 'lib/core/limits/memory-guard-store.js',
    find: 'total <= limit',
    replace: 'total <= limit + 1',
  },
  {
    name: 'guard counts a message that was not sent',
    file: 'lib/core/limits/send-guard.js',
    find: 'await giveBack?.(outside(message.recipients, failure.held));',
    replace: 'void failure;',
  },
  {
    name: 'guard’s window is half as long',
    file: 'lib/core/limits/memory-guard-store.js',
    find: 'stampOf(now, windowMs)',
    replace: 'stampOf(now, windowMs / 2)',
  },
  {
    name: 'the index of a batch is that of its last number',
    file: 'lib/core/runs/broadcast.js',
    find: 'numbers.values()',
    replace: '[...numbers.values()].reverse()',
  },
  {
    name: 'a tally counts the messages that failed, not their numbers',
    file: 'lib/core/runs/run-tally.js',
    find: 'recipients[outcome.status] += numbers - held;',
    replace: 'recipients[outcome.status] += 1;',
  },
  {
    name: 'a log line shows the whole number',
    file: 'lib/core/account/send-log.js',
    find: 'maskNumber(first)',
    replace: 'first',
  },
  {
    name: 'an event names the numbers',
    file: 'lib/core/events/account-events.js',
    find: 'message?.recipients.length ?? 0',
    replace: 'message?.recipients ?? 0',
  },
  {
    name: 'a span shows what the error of the gateway says',
    file: 'lib/extras/opentelemetry/trace-spans.js',
    find: '{ code: SpanStatusCode.ERROR }',
    replace: '{ code: SpanStatusCode.ERROR, message: JSON.stringify(end.error.raw ?? end.error) }',
  },
  {
    name: 'a default replaces the message’s own field',
    file: 'lib/core/message/check-message.js',
    find: '{ ...defaults.fields, ...checkFields(ownFields, issues) }',
    replace: '{ ...checkFields(ownFields, issues), ...defaults.fields }',
  },
  {
    name: 'in a failover, a default replaces the message’s own field',
    file: 'lib/core/message/check-message.js',
    find: '{ ...defaults.fields, ...message.fields }',
    replace: '{ ...message.fields, ...defaults.fields }',
  },
  {
    name: 'a number that is given twice gets two messages',
    file: 'lib/core/message/check-message.js',
    find: 'return [...numbers];',
    replace:
      "return to.map((entry) => readRecipient(entry)).filter((entry) => typeof entry === 'string');",
  },
  {
    name: 'the answer of optedOut is not obeyed',
    file: 'lib/core/limits/limits.js',
    find: 'answer.has(number)',
    replace: 'false',
  },
  {
    name: 'a message is sent although optedOut failed',
    file: 'lib/core/limits/limits.js',
    find: 'return answer;',
    replace: 'return undefined;',
  },
  {
    name: 'guard.countries is not obeyed',
    file: 'lib/core/limits/limits.js',
    find: 'isAbroad(number) || isCostly(number)',
    replace: 'isCostly(number)',
  },
  {
    name: 'refusedCodes is not read',
    file: 'lib/core/protocol/send-answer.js',
    find: "sent.rules.refusedCodes.has(textOf(fields['statusCode'])?.trim() ?? '')",
    replace: 'false',
  },
  {
    name: 'a 401 whose body was cut is taken for a refusal',
    file: 'lib/core/protocol/send-answer.js',
    find: 'answer.cut || (!hasLength && opensObject)',
    replace: 'false',
  },
  {
    name: 'a 401 with a transactionId is taken for a refusal',
    file: 'lib/core/protocol/send-answer.js',
    find: "namesTransaction(fields) ? 'a transactionId' : undefined",
    replace: 'undefined',
  },
  {
    name: 'an earlier secret is shown once it has changed',
    file: 'lib/core/auth/secret.js',
    find: '[value, ...this.values.filter((earlierValue) => earlierValue !== value)]',
    replace: '[value]',
  },
  {
    name: 'a token is used although the clock was set back',
    file: 'lib/core/auth/token.auth-provider.js',
    find: 'now < current.heldSince',
    replace: 'false',
  },
  {
    name: 'the difference of the clocks is taken at its other end',
    file: 'lib/core/auth/access-token.js',
    find: 'least <= 0 && most >= 0 ? 0 : most',
    replace: 'least <= 0 && most >= 0 ? 0 : least',
    missed:
      'A token is then used for as long as its login took, at most, beyond its end, and few sends fall into that time.',
  },
  {
    name: 'an account that recovered is still tried last',
    file: 'lib/core/account/failover-account.js',
    find: 'member.failedUntil = 0;',
    replace: 'void member;',
    missed:
      'It only recovers after the accounts before it failed as well, so it is tried first in any case.',
  },
  {
    name: 'closing does not wait for the handlers of events',
    file: 'lib/core/events/account-events.js',
    find: 'await within(PATIENCE, Promise.all(this.atWork));',
    replace: 'void PATIENCE;',
  },
  {
    name: 'closing waits for a handler for as long as it takes',
    file: 'lib/core/events/account-events.js',
    find: 'within(PATIENCE, Promise.all(this.atWork))',
    replace: 'Promise.all(this.atWork)',
  },
  {
    name: 'what a handler rejects with is not caught',
    file: 'lib/core/logging/run-safely.js',
    find: 'Promise.resolve(result).then(() => true, failed)',
    replace: 'Promise.resolve(result).then(() => true)',
  },
  {
    name: 'what a handler throws is not caught',
    file: 'lib/core/logging/run-safely.js',
    find: 'failed(error);',
    replace: 'throw error;',
  },
  {
    name: 'what the logger throws at a warning is not caught',
    file: 'lib/core/logging/safe-logger.js',
    find: 'quietly(() => this.logger.warn(this.prefix + text));',
    replace: 'this.logger.warn(this.prefix + text);',
  },
  {
    name: 'a message is sent twice if the SDK fails after its span began',
    file: 'lib/extras/opentelemetry/trace-spans.js',
    find: '(result ??= work(answered))',
    replace: '(result = work(answered))',
  },
  {
    name: 'a login fails if the SDK cannot count it',
    file: 'lib/extras/opentelemetry/trace-spans.js',
    find: 'safely(() => measure?.(end, (performance.now() - began) / 1000));',
    replace: 'measure?.(end, (performance.now() - began) / 1000);',
  },
  {
    name: 'an interceptor that throws after the answer hides it',
    file: 'lib/core/transport/gateway-transport.js',
    find: 'resolve(exchange.answer ?? exchangeError(exchange, interceptors));',
    replace:
      'resolve((interceptors?.threw ? undefined : exchange.answer) ?? exchangeError(exchange, interceptors));',
  },
  {
    name: 'an interceptor that hangs is waited for',
    file: 'lib/core/transport/gateway-transport.js',
    find: 'read();',
    replace: 'void read;',
  },
  {
    name: 'a message whose interceptor threw before it left may have been sent',
    file: 'lib/core/transport/exchange-error.js',
    find: '!exchange.begun && exchange.provedNotStarted',
    replace: 'exchange.begun',
  },
];
