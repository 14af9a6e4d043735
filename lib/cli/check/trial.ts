import FormData from 'form-data';
import { CallPipeline } from '../../account/call-pipeline.js';
import type { GatewayCall } from '../../account/gateway-call.js';
import { SendGate } from '../../account/send-gate.js';
import { createConnection } from '../../account/create-account.js';
import type { Connection } from '../../account/sms-account.js';
import { createAuthProvider } from '../../auth/create-auth-provider.js';
import { credentialSourceOf, DEFAULT_REFUSED_CODES } from '../../auth/credential-source.js';
import { Login, type LoginResult } from '../../auth/login.js';
import { Secret } from '../../auth/secret.js';
import type { SmsAuthProvider } from '../../auth/sms-auth-provider.js';
import { isObject } from '../../message/value-checks.js';
import { checkOptions } from '../../options/check-options.js';
import { readRejection } from '../../protocol/answer-error.js';
import { type GatewayAnswer, meaningOf } from '../../protocol/gateway-answer.js';
import { readJsonObject, textOf } from '../../protocol/read-json.js';
import { readVerdict } from '../../protocol/verdict.js';
import { createRedactor, type Redactor } from '../../redaction/redactor.js';
import type { SmsAuthOptions } from '../../sms-gateway.options.js';
import { SendScope } from '../../transport/send-scope.js';
import type { CheckRequest } from './arguments.js';

/** How long all requests of a check may take together, in ms. */
const DEADLINE = 60_000;
const TIMEOUT = { connect: 5_000, attempt: 15_000 };

/** What an answer says about the credentials of a request that sends nothing. */
export interface Said {
  /** `taken`: the gateway complained of something else, or of nothing. */
  readonly credentials: 'taken' | 'refused' | 'unclear';
  readonly httpStatus: number;
  /** The answer in a few words, masked. */
  readonly summary: string;
  readonly balance: string | undefined;
}

/** Tries credentials with requests that send nothing, through the pipeline of an account. */
export class Trial {
  private readonly connection: Connection;
  private readonly scope: SendScope;

  /** @param secrets what nothing may show, besides the credentials of a request */
  constructor(
    private readonly request: Pick<CheckRequest, 'baseUrl' | 'allowInsecure' | 'userId'>,
    private readonly secrets: readonly string[],
    signal: AbortSignal,
  ) {
    const { baseUrl, allowInsecure } = request;
    const registration = { name: undefined, hasAuthProvider: true };
    this.connection = createConnection(
      checkOptions({ baseUrl, allowInsecure, timeout: TIMEOUT }, registration),
    );
    this.scope = new SendScope(DEADLINE, signal);
  }

  /** @throws SmsGatewayError */
  logIn(password: string): Promise<LoginResult> {
    const { events, options, retry, transport } = this.connection;
    const secret = new Secret(password, 'password', 0);
    const { userId } = this.request;
    return new Login(transport, retry, options.failureWords, userId, secret, events).run(
      this.scope,
      [],
    );
  }

  /** A send without recipients and text. @throws SmsGatewayError if there is no answer */
  send(auth: SmsAuthOptions | SmsAuthProvider): Promise<Said> {
    return this.call('/SMSApi/send', auth);
  }

  /** @throws SmsGatewayError if there is no answer */
  readBalance(auth: SmsAuthOptions | SmsAuthProvider): Promise<Said> {
    return this.call('/SMSApi/account/readstatus', auth);
  }

  async close(): Promise<void> {
    this.scope.dispose();
    await this.connection.transport.close();
  }

  private call(path: `/${string}`, auth: SmsAuthOptions | SmsAuthProvider): Promise<Said> {
    const { baseUrl, allowInsecure } = this.request;
    const { events, retry, transport } = this.connection;
    const options = checkOptions(
      { baseUrl, allowInsecure, auth },
      { name: undefined, hasAuthProvider: false },
    );
    const pipeline = new CallPipeline({
      source: credentialSourceOf(createAuthProvider(options, transport, retry, events)),
      transport,
      retry,
      gate: new SendGate(undefined, undefined),
      breaker: undefined,
      events,
    });
    const call = new TrialCall(path, options.failureWords, this.secrets);
    return pipeline.run(call, this.scope, { priority: 'normal', origin: 'send' });
  }
}

class TrialCall implements GatewayCall<Said> {
  readonly weight = 1;
  readonly repeatUnknown = false;
  readonly fields = {};

  constructor(
    readonly path: `/${string}`,
    private readonly failureWords: ReadonlySet<string>,
    private readonly known: readonly string[],
  ) {}

  encode(credentials: Readonly<Record<string, string>>) {
    const form = new FormData();
    for (const [name, value] of Object.entries(credentials)) form.append(name, value);
    form.append('output', 'json');
    return { body: form.getBuffer(), contentType: form.getHeaders()['content-type'] };
  }

  redactor(secrets: readonly string[]): Redactor {
    return createRedactor({ secrets: [...secrets, ...this.known] });
  }

  read({ status, body }: GatewayAnswer, redactor: () => Redactor): Said {
    const fields = readJsonObject(body);
    const code = textOf(fields?.['statusCode'])?.trim() ?? '';
    const isRefused = meaningOf(status) === 'refused' || DEFAULT_REFUSED_CODES.has(code);
    const isTaken = fields && readVerdict(status, fields, this.failureWords) !== 'unclear';
    return {
      credentials: isRefused ? 'refused' : isTaken && status !== 404 ? 'taken' : 'unclear',
      httpStatus: status,
      summary: fields ? readRejection(status, fields, redactor()).summary : `HTTP ${status}`,
      balance: balanceIn(fields),
    };
  }
}

// An assumption: { response: { account: { smsBalance: '123' } } }.
function balanceIn(fields: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const { response } = fields ?? {};
  const account = isObject(response) ? response['account'] : undefined;
  const balance = isObject(account) ? textOf(account['smsBalance']) : undefined;
  return balance !== undefined && /^-?[\d.,]{1,20}$/.test(balance) ? balance : undefined;
}
