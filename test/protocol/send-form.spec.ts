import * as fc from 'fast-check';
import type { CheckedMessage } from '../../lib/core/message/checked-message.js';
import type { FormValues } from '../../lib/core/message/message-fields.js';
import { encodeSendForm } from '../../lib/core/protocol/send-form.js';
import { anyCharacter } from '../support/any-character.js';
import { readForm } from '../support/form.js';

const SEGMENTS = { encoding: 'GSM-7', count: 1, units: 2, perSegment: 160, nonGsm: [] } as const;

interface Given extends FormValues {
  readonly recipients?: readonly string[];
  readonly fields?: Readonly<Record<string, string>>;
}

const checked = ({
  recipients = ['919876543210'],
  fields = {},
  text = 'hi',
  ...values
}: Given = {}): CheckedMessage => ({
  recipients,
  text,
  values: { text, type: 'text', duplicateCheck: 'true', ...values },
  duplicateCheck: values.duplicateCheck !== 'false',
  fields,
  segments: SEGMENTS,
});

async function fieldsOf(message: CheckedMessage, credentials: Record<string, string> = {}) {
  const { body, contentType } = await encodeSendForm(message, credentials);
  return readForm(contentType, body);
}

describe('the form of a send', () => {
  it("has the specification's nine fields with their names and values", async () => {
    const message = checked({
      recipients: ['919876543210', '447700900123'],
      text: 'Hello',
      senderId: 'MYSHOP',
      dltEntityId: '1101',
    });
    expect(await fieldsOf(message, { userid: 'acme' })).toEqual({
      userid: 'acme',
      mobile: '919876543210,447700900123',
      senderid: 'MYSHOP',
      dltEntityId: '1101',
      msg: 'Hello',
      sendMethod: 'quick',
      msgType: 'text',
      output: 'json',
      duplicatecheck: 'true',
    });
  });

  it('has them in this order, other fields last', async () => {
    const fields = { trackLink: '1' };
    const message = checked({ senderId: 'MYSHOP', dltEntityId: '1101', fields });
    const { body } = await encodeSendForm(message, { userid: 'acme' });
    const names = [...body.toString().matchAll(/; name="([^"]+)"/g)].map(([, name]) => name);
    expect(names.join()).toBe(
      'userid,mobile,senderid,dltEntityId,msg,sendMethod,msgType,output,duplicatecheck,trackLink',
    );
  });

  it('ignores what a polyfill added to every object', async () => {
    const everyObject: object = Object.getPrototypeOf({});
    Object.defineProperty(everyObject, 'polyfilled', {
      value: 'yes',
      enumerable: true,
      configurable: true,
    });
    try {
      const { body } = await encodeSendForm(checked({ fields: { a: '1' } }), { userid: 'acme' });
      expect(body.toString()).not.toContain('polyfilled');
    } finally {
      Reflect.deleteProperty(everyObject, 'polyfilled');
    }
  });

  it('leaves out what was not given', async () => {
    const fields = await fieldsOf(checked(), { userid: 'acme' });
    expect(Object.keys(fields).toSorted()).toEqual(
      ['userid', 'mobile', 'msg', 'sendMethod', 'msgType', 'output', 'duplicatecheck'].toSorted(),
    );
  });

  it('has duplicatecheck false if no check is asked for, and the type that was chosen', async () => {
    const message = checked({ duplicateCheck: 'false', type: 'unicode' });
    expect(await fieldsOf(message)).toMatchObject({ duplicatecheck: 'false', msgType: 'unicode' });
  });

  it('is multipart/form-data, as the specification says', async () => {
    expect((await encodeSendForm(checked(), {})).contentType).toMatch(
      /^multipart\/form-data; boundary=/,
    );
  });

  it.each([
    ['characters that forms escape', '100% & a=b + c; "q" \'s\' <b> \\ / ? #'],
    ['percent escapes', '%20 %41 +'],
    ['line breaks of every kind', 'a\nb\r\nc\rd\n\n'],
    ['what looks like a part', '\r\n--x\r\nContent-Disposition: form-data; name="msg"\r\n\r\nno'],
    ['emoji and joined ones', '😀👩‍👩‍👧‍👦🏳️‍🌈'],
    ['other scripts', 'नमस्ते دنیا 你好'],
    ['spaces at the ends', '  hi  '],
    ['control characters', 'a\0b\u0007c\u001b'],
    ['a byte order mark', '\ufeffhi'],
  ])('contains %s unchanged', async (_what, text) => {
    expect((await fieldsOf(checked({ text })))['msg']).toBe(text);
  });

  it('is read by an independent parser as it was written, whatever the texts', async () => {
    const unicode = fc.string({ unit: anyCharacter });
    const name = fc.stringMatching(/^[A-Za-z][\w.[\]-]{0,20}$/);
    const fields = fc.dictionary(name.filter(isFree), unicode, { noNullPrototype: true });
    await fc.assert(
      fc.asyncProperty(unicode, unicode, unicode, fields, async (text, senderId, userid, more) => {
        const message = checked({ text, senderId, fields: more });
        expect(await fieldsOf(message, { userid })).toMatchObject({
          ...more,
          msg: text,
          senderid: senderId,
          userid,
        });
      }),
    );
  });

  it('never has its boundary in a value', async () => {
    const seen = (await encodeSendForm(checked(), {})).contentType.split('boundary=')[1]!;
    const text = `\r\n--${seen}\r\nContent-Disposition: form-data; name="userid"\r\n\r\nevil`;
    const { body, contentType } = await encodeSendForm(checked({ text }), {});
    expect(contentType).not.toContain(seen);
    expect(await readForm(contentType, body)).toMatchObject({ msg: text });
    expect(await readForm(contentType, body)).not.toHaveProperty('userid');
  });

  it('is correct for more sets of fields than are cached', async () => {
    for (let index = 0; index < 450; index += 1) {
      const name = `field${index % 230}`;
      const fields = await fieldsOf(checked({ fields: { [name]: String(index) } }));
      expect(fields[name]).toBe(String(index));
    }
  });
});

function isFree(name: string): boolean {
  const taken = ['userid', 'mobile', 'senderid', 'dltEntityId', 'msg', 'sendMethod', 'msgType'];
  return ![...taken, 'output', 'duplicatecheck'].includes(name);
}
