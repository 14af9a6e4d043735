import { z } from 'zod';
import { text, wholeNumber } from '../../lib/core/options/schemas.js';
import { HttpError } from '../http/http-error.js';
import { check, readJson, type ApiCall } from './read-request.js';

/** The body of {@link changeBalance}. */
export const balanceSchema = z.strictObject({
  balance: wholeNumber(0, 1_000_000_000).describe('Segments that the account can still send.'),
  account: text('a user id').optional().describe('Default: the account of userId.'),
});

/** `PUT /api/balance`: sets what an account has left. */
export async function changeBalance(call: ApiCall): Promise<z.output<typeof balanceSchema>> {
  const change = check(balanceSchema, await readJson(call), 'body');
  const { balance, account = call.options.userId } = change;
  const problem = call.balances.set(account, balance);
  if (problem) throw new HttpError(400, 'body', problem);
  return { balance, account };
}
