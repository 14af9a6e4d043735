import { readTemplates } from '../../lib/extras/templates/index.js';
import { headersOf } from '../../lib/extras/templates/template-ids.js';

const HEADER = 'Template ID,Header,Template Type,Template Content,Template Name,Status\n';

const row = (id: string, text: string) => `${id},ACMEIN,,${text},n,Approved\n`;

const sameId = (...rows: string[]) =>
  `Template ID,Header,Template Type,Entity ID,Status,Template Content\n${rows.join('\n')}\n`;

describe('readTemplates', () => {
  describe('warns of what an export may have changed', () => {
    it.each<[string, string]>([
      ['Sale &amp; more', 'has HTML such as &amp; or <br>'],
      ['It&#39;s open', 'has HTML such as &amp; or <br>'],
      ['One<br/>two', 'has HTML such as &amp; or <br>'],
      ['One_x000D_ two', 'has a code of a spreadsheet such as _x000D_'],
      ['One\\ntwo', 'has a written \\n in place of a line break'],
      ['???? {#numeric#}', 'has ???? in place of other characters'],
    ])('in the text %j: %s', async (text, warning) => {
      const { templates, warnings } = await readTemplates(HEADER + row('7', text));
      expect(templates).toHaveLength(1);
      const reason = `${warning}; compare the text with the registered one`;
      expect(warnings).toEqual([{ line: 2, lines: [2], reason }]);
    });

    it.each(['Tea & cake <3', 'Why???', 'a_x_b', 'A/B; no', '&c;'])(
      'and not of %j',
      async (text) => {
        expect((await readTemplates(HEADER + row('7', text))).warnings).toEqual([]);
      },
    );

    it('in ids: only zeros after the 15th digit', async () => {
      const csv =
        'Template ID,Template Content,Entity ID\n' +
        '1107160000000001000,A,1\n1107160000000000000,B,1\n3,C,1101550000000000000\n4,D,100000000000000\n';
      const { templates, warnings } = await readTemplates(csv);
      expect(templates).toHaveLength(4);
      const reason = expect.stringMatching(/^has an id with only zeros after its 15th digit/);
      expect(warnings).toEqual([{ line: 3, lines: [3, 4], reason }]);
    });

    it('once for each kind, with all lines, also of types that are no known kind', async () => {
      const types = ['PROMO', 'Promotional', 'Svc Imp', '-', '', 'n/a'];
      const rows = types.map((type, index) => `${index},ACMEIN,${type},Hi,n,Approved\n`);
      const { templates, warnings } = await readTemplates(HEADER + rows.join(''));
      expect(templates).toHaveLength(6);
      const reason = expect.stringMatching(/^has a type that is none of .* do not apply$/);
      expect(warnings).toEqual([{ line: 2, lines: [2, 4], reason }]);
    });
  });

  describe('takes several rows of one id as one template', () => {
    it('with the headers of all', async () => {
      const { templates, refused } = await readTemplates(
        sameId('7,ACMEIN,Service,1,,Hi', '7,"ACMEOU,ACMEIN",service,1,,Hi', '7,-,Service,1,,Hi'),
      );
      expect(refused).toEqual([]);
      expect(templates.map(({ definition }) => headersOf(definition.senderId ?? ''))).toEqual([
        ['ACMEIN', 'ACMEOU'],
      ]);
    });

    it.each([
      ['text', '7,ACMEIN,Service,1,,Ho'],
      ['type', '7,ACMEIN,Promotional,1,,Hi'],
      ['entity', '7,ACMEIN,Service,2,,Hi'],
    ])('unless they differ in their %s', async (aspect, other) => {
      const { templates, refused } = await readTemplates(sameId('7,ACMEIN,Service,1,,Hi', other));
      expect(templates).toEqual([]);
      expect(refused).toEqual([
        { line: 2, reason: `has the id of line 3, but another ${aspect}` },
        { line: 3, reason: `has the id of line 2, but another ${aspect}` },
      ]);
    });

    it('and compares only rows that can be used', async () => {
      const rows = sameId(
        '7,OLDHDR,Promotional,1,Inactive,Old',
        '7,ACMEIN,Service,1,Approved,Hi',
        '7,ACMEIN,Service,2,Approved,Other',
      );
      const { templates, refused } = await readTemplates(rows, { dltEntityId: '1' });
      expect(templates.map(({ definition }) => definition)).toMatchObject([
        { text: 'Hi', senderId: 'ACMEIN', category: 'service' },
      ]);
      expect(refused.map(({ line }) => line)).toEqual([2, 4]);
    });
  });

  it.each(['-', '--', 'NA', 'n/a', 'null', ' NULL '])(
    'reads the header %j as none',
    async (none) => {
      const csv = `Template ID,Header,Template Content\n7,${none},Hi\n8,"ACMEIN; ${none}",Ho\n`;
      const { templates } = await readTemplates(csv);
      expect(templates.map((template) => template({}))).toEqual([
        { text: 'Hi', dltTemplateId: '7' },
        { text: 'Ho', dltTemplateId: '8', senderId: 'ACMEIN' },
      ]);
    },
  );
});
