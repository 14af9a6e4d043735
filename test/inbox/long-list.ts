import { send, start } from '../simulator/client.js';
import { openInbox, rows } from './open-inbox.js';

/** A page with 40 messages, `Text 39` at the top. */
export async function openLong() {
  const gateway = await start();
  for (let index = 0; index < 40; index += 1) await send(gateway, { msg: `Text ${index}` });
  const page = await openInbox(gateway);
  return { gateway, page, list: page.getByRole('grid', { name: 'Messages' }) };
}

/** The same, scrolled until `row` is visible. */
export async function openScrolled() {
  const { gateway, page, list } = await openLong();
  await rows(page).first().waitFor();
  await list.evaluate((element) => element.scrollTo(0, 500));
  const row = rows(page).filter({ hasText: 'Text 28' });
  await row.waitFor();
  return { gateway, page, list, row };
}
