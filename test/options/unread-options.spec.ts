import { z } from 'zod';
import type { NoUnread } from '../../lib/core/common/no-unread.js';
import type { SchemasOf } from '../../lib/core/options/schemas.js';

interface Options {
  from?: string | undefined;
  days?: string | undefined;
}

const schemas = { from: z.string().optional(), days: z.string().optional() };

describe('an option that nothing reads', () => {
  it('does not compile in the schema of its group', () => {
    expect(schemas satisfies SchemasOf<Options, Options>).toBe(schemas);
    // @ts-expect-error the reader takes no days
    expect(schemas satisfies SchemasOf<Options, Pick<Options, 'from'>>).toBe(schemas);
  });

  it('does not compile where its group is taken apart', () => {
    const { from, days, ...others } = z.object(schemas).parse({ from: '21:00', days: 'sunday' });
    expect([from, days, others satisfies NoUnread]).toEqual(['21:00', 'sunday', {}]);
    const unread = { days };
    // @ts-expect-error days are left
    expect(unread satisfies NoUnread).toEqual({ days: 'sunday' });
  });
});
