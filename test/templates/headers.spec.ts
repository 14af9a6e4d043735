import {
  getSmsServiceToken,
  SmsFailoverModule,
  SmsGatewayModule,
  type SmsGatewayModuleOptions,
  SmsMessageError,
} from '../../lib/index.js';
import { defineTemplate, readTemplates } from '../../lib/extras/templates/index.js';
import { build } from '../nest/build.js';
import { errorOf, message, NUMBER, openAccount, PASSWORD_AUTH } from '../support/account.js';
import { ScriptedGateway } from '../support/scripted-gateway.js';

const TEXT = 'Your code is 482913.';
const several = (senderId: string) =>
  defineTemplate({
    text: 'Your code is {#numeric#}.',
    values: ['code'],
    dltTemplateId: '11',
    senderId,
  });

async function open(senderId: string, defaultSender?: string) {
  const gateway = await ScriptedGateway.listen();
  const { sms } = await openAccount({
    baseUrl: gateway.url,
    auth: PASSWORD_AUTH,
    defaults: { senderId: defaultSender },
    templates: { known: [several(senderId)] },
  });
  const senders = () => gateway.sends.map(({ fields }) => fields['senderid']);
  return { sms, senders };
}

function accountOf(name: string, baseUrl: string, more: Partial<SmsGatewayModuleOptions>) {
  return SmsGatewayModule.forRoot({ name, baseUrl, auth: PASSWORD_AUTH, drain: 0, ...more });
}

/** What is wrong with a message. */
async function issuesOf(sending: Promise<unknown>): Promise<readonly object[]> {
  const error = await errorOf(sending);
  if (error instanceof SmsMessageError) return error.issues;
  throw error;
}

describe('a template with several headers', () => {
  it.each(['ACMEIN,ACMEOU', 'ACMEIN; ACMEOU', 'ACMEIN | ACMEOU', ',ACMEIN,ACMEOU,'])(
    'adds no sender: %s',
    (senderId) => {
      const content = { text: TEXT, dltTemplateId: '11' };
      expect(several(senderId)({ code: '482913' })).toEqual(content);
    },
  );

  it('is sent with the one that the message names, or the defaults', async () => {
    const { sms, senders } = await open('ACMEIN, \u200bACMEOU', 'ACMEIN');
    await sms.send(message(TEXT));
    await sms.send({ ...message(TEXT), senderId: 'ACMEOU' });
    await sms.broadcast({ text: TEXT, senderId: 'ACMEOU' }, [NUMBER]);
    expect(senders()).toEqual(['ACMEIN', 'ACMEOU', 'ACMEOU']);
  });

  it('is refused with no sender, or with another one, even from the defaults', async () => {
    const none = await open('ACMEIN,ACMEOU');
    const advice =
      'the template 11 has several headers: use ACMEIN or ACMEOU, in the message or in defaults';
    const missing = { path: 'senderId', message: `is missing; ${advice}` };
    const wrong = { path: 'senderId', message: `is not a header of the template; ${advice}` };
    expect(await issuesOf(none.sms.send(message(TEXT)))).toEqual([missing]);
    expect(await issuesOf(none.sms.send({ ...message(TEXT), senderId: 'OTHERS' }))).toEqual([
      wrong,
    ]);
    const other = await open('ACMEIN,ACMEOU', 'OTHERS');
    expect(await issuesOf(other.sms.send(message(TEXT)))).toEqual([wrong]);
    expect([...none.senders(), ...other.senders()]).toEqual([]);
  });

  it('is sent by every account of a failover with the sender that the first one names', async () => {
    const [first, second] = await Promise.all([ScriptedGateway.listen(), ScriptedGateway.listen()]);
    first.script = { send: () => ({ status: 429 }) };
    const module = await build([
      accountOf('first', first.url, {
        defaults: { senderId: 'ACMEIN' },
        templates: { known: [several('ACMEIN,ACMEOU')] },
      }),
      accountOf('second', second.url, { defaults: { senderId: 'OTHERS' } }),
      SmsFailoverModule.forRoot({ accounts: ['first', 'second'] }),
    ]);
    module.useLogger(false);
    await module.get(getSmsServiceToken()).send(message(TEXT));
    expect(second.sends.map(({ fields }) => fields['senderid'])).toEqual(['ACMEIN']);
  });

  it('causes a warning at start for each header that does not have the form of its category', () => {
    const warn = (text: string): void => void warnings.push(text);
    const warnings: string[] = [];
    const senderId = 'ACMEIN,123456,ACME';
    const known = [
      defineTemplate({ text: 'Hi', dltTemplateId: '1', senderId, category: 'service' }),
    ];
    known[0]?.createTextCheck({ known }, warn);
    expect(warnings).toEqual([
      expect.stringContaining("The header '123456' of the template 1"),
      expect.stringContaining("The header 'ACME' of the template 1"),
    ]);
  });

  it('is read from a file, and one header with a comma after it counts as one', async () => {
    const csv =
      'Template ID,Header,Template Content\n1,"ACMEIN, ACMEOU",A\n2,ACMEIN;,B\n3,"A\tB,C",C\n';
    const { templates, refused } = await readTemplates(csv);
    expect(templates.map((template) => template({}))).toEqual([
      { text: 'A', dltTemplateId: '1' },
      { text: 'B', dltTemplateId: '2', senderId: 'ACMEIN' },
    ]);
    expect(refused).toEqual([
      {
        line: 4,
        reason: expect.stringContaining("has a value in the column 'Header' that has a line break"),
      },
    ]);
  });

  it('is refused if there is nothing between its commas', () => {
    expect(() => several(' , ')).toThrow('has a senderId that is empty');
  });
});
