import {
  getSmsServiceToken,
  SmsExceptionFilter,
  type SmsGatewayModuleOptions,
  SmsFailoverModule,
  SmsGatewayModule,
  SmsMessageError,
  type SmsTemplateOptions,
} from '../../lib/index.js';
import { defineTemplate } from '../../lib/extras/templates/index.js';
import { build } from '../nest/build.js';
import { configurationErrorOf, GOOD } from '../options/build.js';
import {
  captureWarnings,
  errorOf,
  message,
  NUMBER,
  openAccount,
  PASSWORD_AUTH,
} from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';
import { greeting, loginCode, TEXT } from './known.js';

const KNOWN = [greeting, loginCode];
const DEFAULTS = { senderId: 'MYSHOP', dltEntityId: '9999', dltTemplateId: '8888' };
const WRONG = TEXT.replace('valid', 'vaild');

async function open(
  templates: Partial<SmsTemplateOptions> = {},
  more: Partial<SmsGatewayModuleOptions> = {},
) {
  const gateway = await ScriptedGateway.listen();
  const { sms } = await openAccount({
    baseUrl: gateway.url,
    auth: PASSWORD_AUTH,
    templates: { known: KNOWN, ...templates },
    ...more,
  });
  const sent = () =>
    gateway.sends.map(({ fields }) => [
      fields['senderid'],
      fields['dltEntityId'],
      fields['dltTemplateId'],
    ]);
  return { gateway, sent, sms };
}

const OF_LOGIN_CODE = ['ACMEIN', '1101550000000000001', '1107160000000000001'];

describe('a text that matches a template', () => {
  it('is sent with the ids of the message, then of the template, then of the defaults', async () => {
    const { sent, sms } = await open({}, { defaults: DEFAULTS });
    await sms.send(message(TEXT));
    await sms.send(message('Dear Ann, welcome to ACME!'));
    await sms.send({ ...message(TEXT), senderId: 'OTHERS', dltEntityId: '7' });
    await sms.send({ ...message(TEXT), dltTemplateId: '1107160000000000001' });
    expect(sent()).toEqual([
      OF_LOGIN_CODE,
      ['MYSHOP', '9999', '1107160000000000002'],
      ['OTHERS', '7', '1107160000000000001'],
      OF_LOGIN_CODE,
    ]);
  });

  it('only as composed characters, or with LF as line break, is sent in that form', async () => {
    const open24 = { text: 'Café {#var#}\nopen', dltTemplateId: '24' };
    const { gateway, sms } = await open({ known: [defineTemplate(open24), ...KNOWN] });
    const text = 'Café Roma\nopen';
    const forms = ['Cafe\u0301 Roma\nopen', 'Café Roma\r\nopen', 'Cafe\u0301 Roma\ropen'];
    for (const form of [text, ...forms]) {
      const { segments } = await sms.send(message(form));
      expect(segments).toMatchObject({ encoding: 'GSM-7', units: 14 });
    }
    await sms.sendMany(forms.map((form) => message(form)));
    await sms.broadcast({ text: forms[1] ?? '' }, [NUMBER]);
    await sms.send({ ...message(forms[2] ?? ''), dltTemplateId: '24' });
    expect(new Set(gateway.texts)).toEqual(new Set([text]));
    expect(gateway.texts).toHaveLength(9);
  });

  it('as it is, is sent byte for byte', async () => {
    const { gateway, sms } = await open({ unmatched: 'allow' });
    const texts = ['Dear Jose\u0301, welcome to ACME!', 'No template, Jose\u0301\r\n'];
    for (const text of texts) await sms.send(message(text));
    expect(gateway.texts).toEqual(texts);
  });

  it('is sent by send, sendMany and broadcast, also as a rendered message', async () => {
    const { sent, sms } = await open();
    const rendered = loginCode({ code: '482913', minutes: '5' });
    await sms.send({ to: NUMBER, ...rendered });
    await sms.sendMany([{ to: NUMBER, ...rendered }, message(TEXT)]);
    await sms.broadcast({ text: TEXT }, [NUMBER]);
    await sms.broadcast(rendered, [NUMBER]);
    expect(sent()).toEqual(Array.from({ length: 5 }, () => OF_LOGIN_CODE));
  });
});

describe('a text that matches none', () => {
  it('is not sent by send, sendMany or broadcast, and the error says where it differs', async () => {
    const { gateway, sms } = await open();
    const error = await errorOf(sms.send(message(WRONG)));
    expect(error).toBeInstanceOf(SmsMessageError);
    const difference = 'at character 30: the template has "valid", the text "vaild"';
    const problem = `matches no registered template. The nearest is 1107160000000000001: ${difference}`;
    expect(error).toMatchObject({ issues: [{ path: 'text', message: problem }] });
    expect(error.message).not.toContain('vaild');
    const outcome = { status: 'not-sent', error: { code: 'message-invalid' } };
    for await (const each of sms.sendMany([message(WRONG)])) expect(each).toMatchObject(outcome);
    await errorOf(sms.broadcast({ text: WRONG }, [NUMBER]).finish());
    expect(gateway.sends).toEqual([]);
  });

  it('is not sent if the message names the id of another template', async () => {
    const { gateway, sms } = await open();
    const named = { ...message(TEXT), dltTemplateId: '1107160000000000002' };
    const error = await errorOf(sms.send(named));
    expect(error.message).toContain('The nearest is 1107160000000000002: at character 1');
    expect(gateway.sends).toEqual([]);
  });

  it("is sent with a warning that masks it, with 'warn', and without one with 'allow'", async () => {
    const warnings = captureWarnings();
    const warning = await open({ unmatched: 'warn' }, { defaults: DEFAULTS });
    await warning.sms.send(message(WRONG));
    expect(warnings).toEqual([
      '[default] A text matches no registered template. The nearest is 1107160000000000001: at character 30: the template has "valid", the text "••••••". It is sent, but operators may drop it.',
    ]);
    const allowing = await open({ unmatched: 'allow' }, { defaults: DEFAULTS });
    await allowing.sms.send(message(WRONG));
    expect(warnings).toHaveLength(1);
    expect([...warning.sent(), ...allowing.sent()]).toEqual([
      ['MYSHOP', '9999', '8888'],
      ['MYSHOP', '9999', '8888'],
    ]);
  });

  it('is masked for the callers of an API', async () => {
    const { sms } = await open();
    const error = await errorOf(sms.send(message(WRONG)));
    const answers: unknown[] = [];
    const host = { getType: () => 'rpc' } as never;
    const filter = new SmsExceptionFilter();
    filter.catch(error, host)?.subscribe({ error: (answer) => answers.push(answer) });
    expect(JSON.stringify(answers)).toContain('the text \\"••••••\\"');
  });
});

it('the option takes rules for its templates', async () => {
  const { gateway, sms } = await open({ maxValueLength: 40 });
  await sms.send(message(`Dear ${'a'.repeat(40)}, welcome to ACME!`));
  expect(gateway.sends).toHaveLength(1);
});

const accountOf = (
  name: string,
  { url }: ScriptedGateway,
  more: Partial<SmsGatewayModuleOptions>,
) => SmsGatewayModule.forRoot({ name, baseUrl: url, auth: PASSWORD_AUTH, drain: 0, ...more });

it('a failover checks by the templates of its first account, and the next one sends with their ids', async () => {
  const [primary, backup] = await Promise.all([ScriptedGateway.listen(), ScriptedGateway.listen()]);
  primary.script = { send: () => ({ status: 429 }) };
  const module = await build([
    accountOf('first', primary, { templates: { known: KNOWN } }),
    accountOf('second', backup, { defaults: DEFAULTS }),
    SmsFailoverModule.forRoot({ accounts: ['first', 'second'] }),
  ]);
  module.useLogger(false);
  const sms = module.get(getSmsServiceToken());
  await sms.send(message('Dear Ann, welcome to ACME!'));
  expect(await errorOf(sms.send(message(WRONG)))).toBeInstanceOf(SmsMessageError);
  expect(backup.sends.map(({ fields }) => fields)).toMatchObject([
    { senderid: 'MYSHOP', dltEntityId: '9999', dltTemplateId: '1107160000000000002' },
  ]);
});

describe('at start', () => {
  it.each([
    ['service', 'ACME', true],
    ['service', '123456', true],
    ['service', 'ACMEIN-S', true],
    ['service-explicit', 'ACME', true],
    ['transactional', 'ACMEIN', false],
    ['promotional', '123456', false],
    ['promotional', 'ACMEIN', false],
    ['promotional', '1234', true],
    [undefined, '1234', false],
    [undefined, 'ABCDEFGHIJK', false],
    [undefined, 'ABCDEFGHIJKL', true],
  ] as const)(
    'a %s template with the header %s gets a warning: %s',
    async (category, senderId, isWarned) => {
      const warnings = captureWarnings();
      const template = { text: 'Hi', dltTemplateId: '11', senderId, category };
      await open({ known: [defineTemplate(template)] });
      const text = `[default] The header '${senderId}' of the template 11 does not have the form of ${category ?? 'any'} headers, so operators may drop its texts.`;
      expect(warnings).toEqual(isWarned ? [text] : []);
    },
  );

  it.each([
    [{}, 'templates.known is missing'],
    [{ known: [] }, 'templates.known is empty'],
    [{ known: [{ text: 'Hi' }] }, 'templates.known[0] is not a template'],
    [
      { known: KNOWN, unmatched: 'ignore' },
      "templates.unmatched is not valid. Provide 'error' or 'warn' or 'allow'",
    ],
    [{ known: KNOWN, maxValueLength: 0 }, 'templates.maxValueLength is too small'],
    [{ known: KNOWN, alphanumeric: 'lax' }, 'templates.alphanumeric is not valid'],
    [{ known: KNOWN, urls: ['https://acme.example'] }, 'templates.urls[0] is not valid'],
    [
      { known: KNOWN, callbacks: ['call me'] },
      'templates.callbacks[0] is not valid. Provide a number',
    ],
    [{ known: KNOWN, extra: 1 }, 'templates.extra is not a known option'],
  ])('%j is refused', async (templates, problem) => {
    const error = await configurationErrorOf({ ...GOOD, templates });
    expect(error.message).toContain(problem);
  });
});
