import { expect, test } from '@playwright/test';

test('lists the orders', async ({ page }) => {
  // The page asks for /orders and /stock, and says nothing when the stock is missing.
  await page.goto('/');
  await expect(page.locator('#orders')).toHaveText('[{"id":7}]');
});
