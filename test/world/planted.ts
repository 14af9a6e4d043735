/** A bug on purpose. The world must find it, which shows that it finds such bugs. */
export interface Planted {
  readonly name: string;
  /** In the built package. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Why the world does not find it. Absent: it does. */
  readonly missed?: string;
}

/** Bugs that this package or other clients really had. */
export const PLANTED: readonly Planted[] = [
  {
    name: 'a run reads the caller’s object again for each attempt',
    file: 'lib/core/runs/send-many.js',
    find: 'send: () => account.sendChecked(checked, send)',
    replace: 'send: () => account.sendChecked(account.readMessage(message), send)',
  },
  {
    name: 'a send whose outcome is unknown is retried',
    file: 'lib/core/deadline/failure.js',
    find: 'isRepeatable: isNotSent && retryable && about',
    replace: 'isRepeatable: about',
  },
  {
    name: 'a place of maxConcurrency is not given back',
    file: 'lib/core/pipeline/send-gate.js',
    find: 'pass.end(how);\n        this.inside -= 1;',
    replace: "pass.end(how);\n        if (how === 'answered') this.inside -= 1;",
  },
  {
    name: 'the answer to another send is taken for the send’s own',
    file: 'lib/core/protocol/send-answer.js',
    find: "if (namesOnlyOthers(fields['mobile'], message.recipients))",
    replace: 'if (message === undefined)',
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
    find: 'this.totalAt = now + this.left;\n        if (this.totalAt < this.wakesAt)',
    replace: 'this.totalAt = now + this.left;\n        if (this.left < 0)',
    missed:
      'The deadline of the attempt ends the send soon afterwards, and a send of a run has no other.',
  },
  {
    name: 'the total deadline is not set again after the deadline of an attempt',
    file: 'lib/core/deadline/deadline.js',
    find: 'if (next !== Infinity && !deadline.reason)',
    replace: 'if (next === 0)',
  },
  {
    name: 'a request that was started is reported as not started',
    file: 'lib/core/transport/exchange.js',
    find: 'return !this.started && this.source.reportsStart;',
    replace: 'return this.source.reportsStart;',
  },
  {
    name: 'a 5xx is taken for a refusal',
    file: 'lib/core/protocol/answer-error.js',
    find: "const outcome = what === 'send' ? 'unknown' : 'not-sent';",
    replace: "const outcome = 'not-sent';",
  },
  {
    name: 'the window of a rate limit starts when a request without an answer ends',
    file: 'lib/core/pipeline/rate-window.js',
    find: "if (how !== 'answered')\n                        return;",
    replace: '',
  },
  {
    name: 'a failover sends an unknown message through the next account',
    file: 'lib/core/account/failover-account.js',
    find: "if (error.outcome !== 'not-sent')\n        return false;",
    replace: '',
  },
  {
    name: 'a run ends before the sends that it began',
    file: 'lib/core/runs/run.js',
    find: 'while (this.active > 0)\n                await this.change();',
    replace: '',
  },
  {
    name: 'a listener is left on the signal of a send',
    file: 'lib/core/deadline/deadline.js',
    find: 'offAbort(this.callerSignal, this.onAbort);',
    replace: ';',
  },
  {
    name: 'quiet hours are not checked again after a wait',
    file: 'lib/core/pipeline/call-pipeline.js',
    find: 'if (refusal)\n                throw refusal;',
    replace: '',
  },
  {
    name: 'a gateway’s words are shown unmasked',
    file: 'lib/core/protocol/answer-error.js',
    find: "const reason = shown(textOf(fields['reason'])?.trim() ?? '', sent);",
    replace: "const reason = textOf(fields['reason'])?.trim() ?? '';",
  },
];
