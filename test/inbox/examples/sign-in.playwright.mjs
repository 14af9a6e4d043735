import { expect, test } from '@playwright/test';

test('signs in with a code', async ({ page, request }) => {
  const params = { to: '919876543210', since: new Date().toISOString() };
  await page.goto('/sign-in');
  await page.getByLabel('Number').fill('+91 98765 43210');
  await page.keyboard.press('Enter');
  const answer = await request.get('http://127.0.0.1:4010/api/messages/otp', { params });
  await page.getByLabel('Code').fill((await answer.json()).otp);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Welcome')).toBeVisible();
});
