/** Reports to Factiiv: connecting in a popup, the score, the sync, and failures on the way. */
import { aFirstPurchase } from '#e2e/credit-people.ts';
import {
  aBusinessOwner,
  allow,
  atSection,
  control,
  logInAtFactiiv,
  openFactiiv,
  section,
} from '#e2e/factiiv-people.ts';
import { expectMessage } from '#e2e/said.ts';
import { expect, test } from '#e2e/story.ts';
import { reportingConsent, whatIsReported } from '#kernel/reporting-terms.ts';

test('connects in the Factiiv window, sees the score change, and syncs', async ({ page, shop }) => {
  const owner = await aBusinessOwner(shop);
  await aFirstPurchase(page, shop);
  await page.goto(`${shop.origin}/profile`);
  await page.getByRole('heading', { name: 'Connect to Factiiv', exact: true }).click();
  for (const line of whatIsReported) await expect(section(page)).toContainText(line);
  const box = section(page).getByRole('checkbox', { name: reportingConsent });
  await expect(box).not.toBeChecked();
  await section(page).getByRole('button', { name: 'Connect to Factiiv' }).click();
  await expect(section(page).getByRole('alert')).toHaveText('Please agree to the reports first');
  const popup = await openFactiiv(page);
  expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([420, 699]);
  await logInAtFactiiv(popup, owner);
  const closed = popup.waitForEvent('close');
  await allow(popup);
  await closed;
  await expectMessage(page, 'fact account connected successfully');
  await expectMessage(page, 'your purchases are synced successfully');
  const panel = section(page);
  await expect(panel).toContainText('Your account is connected to Factiiv.');
  await expect(panel.getByRole('heading', { name: 'Hello, Kofi' })).toBeVisible();
  await expect(panel.getByRole('img', { name: 'Factiiv Score: N/A' })).toBeVisible();
  await expect(panel).toContainText('Waiting for you to accept at Factiiv');

  await control(shop, 'POST', '/accept-all');
  await panel.getByRole('button', { name: 'Sync Trades' }).click();
  await expect(
    panel.getByRole('img', { name: /^Factiiv Score: 5\d\d, on a gauge from 0 to 850$/ }),
  ).toBeVisible();
  await expect(panel).toContainText(/Number of Active Trade Lines/);
  await page.getByRole('link', { name: 'See every report and its receipt' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your reports to Factiiv');
});

test('closing the window first shows a message and changes nothing', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atSection(page, shop);
  const popup = await openFactiiv(page);
  await expect(section(page)).toContainText('Continue in the Factiiv window');
  await popup.close();
  // Waits the three seconds in which a response could still arrive.
  await expectMessage(page, 'Popup has been closed by user');
  await expect(section(page)).toContainText('Nothing was changed.');
  await expect(section(page).getByRole('alert')).toHaveCount(0);
  await expect(section(page).getByRole('button', { name: 'Connect to Factiiv' })).toBeVisible();
});

test('refusing at Factiiv shows that the ids are missing', { tag: '@long' }, async ({ page, shop }) => {
  const owner = await aBusinessOwner(shop);
  await atSection(page, shop);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Refuse' }).click();
  await closed;
  await expectMessage(page, 'The answer from Factiiv lacks the ids');
});

test('a window that returns without parameters shows that the ids are missing', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atSection(page, shop);
  const popup = await openFactiiv(page);
  const closed = popup.waitForEvent('close');
  await popup.evaluate((address) => location.assign(address), `${shop.origin}/connect/factiiv`);
  await closed;
  await expectMessage(page, 'The answer from Factiiv lacks the ids');
});

test("while Factiiv is down the server's error is shown, and the same button connects once it is up", {
  tag: '@long',
}, async ({ page, shop }) => {
  const owner = await aBusinessOwner(shop);
  await atSection(page, shop);
  await control(shop, 'POST', '/fail-next', {
    where: 'before',
    how: '503',
    match: 'GET /api/v1/me',
    times: 100,
  });
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  const refusal =
    'Factiiv is not responding right now. Your purchases are saved and will be sent once it responds';
  await expectMessage(page, refusal);
  await expect(section(page)).toContainText(refusal);
  await control(shop, 'DELETE', '/fail-next');
  const secondPopup = await openFactiiv(page);
  await logInAtFactiiv(secondPopup, owner);
  await allow(secondPopup);
  await expectMessage(page, 'fact account connected successfully');
});

for (const [what, change] of [
  ['another state', { state: 'ab'.repeat(16) }],
  ['another app', { connecting_app: 'another' }],
  ['another user', { connecting_user_id: 'usr_somebodyelse' }],
] as const)
  test(`an answer with ${what} is a mismatch, and no key is sent to us`, { tag: '@long' }, async ({
    page,
    shop,
  }) => {
    const owner = await aBusinessOwner(shop);
    await atSection(page, shop);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    const popup = await openFactiiv(page);
    await logInAtFactiiv(popup, owner);
    await popup.route('**/connect/decide', async (route) => {
      const returnUrl = new URL((await route.fetch({ maxRedirects: 0 })).headers().location ?? '');
      for (const [name, value] of Object.entries(change)) returnUrl.searchParams.set(name, value);
      await route.fulfill({ status: 303, headers: { location: returnUrl.href } });
    });
    const closed = popup.waitForEvent('close');
    await allow(popup);
    await closed;
    await expectMessage(page, 'User id or app name mismatches');
    expect(sent).toEqual([]);
  });

test('a forged return in a separate tab saves nothing and leaves no key behind', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await atSection(page, shop);
  const forged = new URLSearchParams({
    ...{ state: 'ab'.repeat(16), fact_id: 'fu_x', business_id: 'bp_x', api_key: 'fk_forged' },
    ...{ connecting_app: 'stateside', connecting_user_id: 'usr_x' },
  });
  await page.goto(`${shop.origin}/connect/factiiv?${forged}`);
  await expect(page).toHaveURL(`${shop.origin}/connect/factiiv`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not connected');
  await expect(page.getByRole('alert')).toContainText('was not started in this browser window');
  const storedItems = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state, location.href]),
  );
  expect(storedItems).not.toContain('fk_forged');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not connected');
  await page.getByRole('link', { name: 'Back to your profile' }).click();
  await expect(section(page).getByRole('checkbox', { name: reportingConsent })).toBeVisible();
});

test('with popups blocked this tab goes to Factiiv and finishes on its own', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const owner = await aBusinessOwner(shop);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await atSection(page, shop);
  await section(page).getByRole('checkbox', { name: reportingConsent }).check();
  await section(page).getByRole('button', { name: 'Connect to Factiiv', exact: true }).click();
  await logInAtFactiiv(page, owner);
  await allow(page);
  await expect(page).toHaveURL(`${shop.origin}/connect/factiiv`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected to Factiiv');
  await expectMessage(page, 'fact account connected successfully');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected to Factiiv');
  await page.getByRole('link', { name: 'Back to your profile' }).click();
  await expect(section(page)).toContainText('Your account is connected to Factiiv.');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connected to Factiiv');
});

test("a window whose opener was cut by Factiiv's headers still connects", { tag: '@long' }, async ({
  page,
  shop,
  context,
}) => {
  const owner = await aBusinessOwner(shop);
  await atSection(page, shop);
  await context.route(/\/connect\?/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin' },
    });
  });
  const popup = await openFactiiv(page);
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Log in to Factiiv');
  // The popup appears closed, and the page says so. The response still counts.
  await expectMessage(page, 'Popup has been closed by user');
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  await expectMessage(page, 'fact account connected successfully');
  await expect(section(page)).toContainText('Your account is connected to Factiiv.');
});

test('when the opener hears nothing, the window finishes, and returning to the opener shows the result', {
  tag: '@long',
}, async ({ page, shop, context }) => {
  const owner = await aBusinessOwner(shop);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel');
    window.addEventListener('storage', (event) => event.stopImmediatePropagation(), true);
  });
  await atSection(page, shop);
  await context.route(/\/connect\?/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'cross-origin-opener-policy': 'same-origin' },
    });
  });
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Connected to Factiiv');
  await popup.close();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(section(page)).toContainText('Your account is connected to Factiiv.');
});

test('when the opener is closed, its window finishes the connection', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const owner = await aBusinessOwner(shop);
  await atSection(page, shop);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await page.goto(`${shop.origin}/faq`);
  await allow(popup);
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Connected to Factiiv');
  expect(
    await popup.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, window.history.state]),
    ),
  ).not.toContain('fk_');
});

test('two tabs that connect at the same time do not mix up their answers', { tag: '@long' }, async ({
  page,
  shop,
  context,
}) => {
  const owner = await aBusinessOwner(shop);
  await atSection(page, shop);
  const other = await context.newPage();
  await other.goto(`${shop.origin}/profile?section=factiiv`);
  await openFactiiv(other);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  await expectMessage(page, 'fact account connected successfully');
  await expect(section(other)).toContainText('Continue in the Factiiv window');
});

test('a key revoked by Factiiv shows an error, and reconnecting fixes it', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  const owner = await aBusinessOwner(shop);
  await atSection(page, shop);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  await expectMessage(page, 'your purchases are synced successfully');
  await control(shop, 'POST', '/keys/revoke', { business_id: owner.businessId });
  await section(page).getByRole('button', { name: 'Sync Trades' }).click();
  await expectMessage(page, 'Factiiv no longer accepts this connection. Please connect again');
  await expect(section(page)).toContainText(
    'Until you connect again, nothing is reported and your score is not updated.',
  );
  await expect(section(page)).not.toContainText('Your account is connected to Factiiv.');
  const secondPopup = await openFactiiv(page, 'Connect again');
  await logInAtFactiiv(secondPopup, owner);
  await allow(secondPopup);
  await expect(section(page)).toContainText('Your account is connected to Factiiv.');
});

test('stops reporting, reports again, and disconnects', { tag: '@long' }, async ({ page, shop }) => {
  const owner = await aBusinessOwner(shop);
  await atSection(page, shop);
  const popup = await openFactiiv(page);
  await logInAtFactiiv(popup, owner);
  await allow(popup);
  const panel = section(page);
  await panel.getByRole('button', { name: 'Stop reporting' }).click();
  await page
    .getByRole('dialog', { name: 'Stop reporting?' })
    .getByRole('button', { name: 'Stop reporting' })
    .click();
  await expectMessage(page, 'Reporting stopped');
  await panel.getByRole('button', { name: 'Resume reporting' }).click();
  await expect(panel.getByText('Please agree to the reports first')).toBeVisible();
  await panel.getByRole('checkbox', { name: reportingConsent }).first().check();
  await panel.getByRole('button', { name: 'Resume reporting' }).click();
  await expectMessage(page, 'Reporting resumed');
  await panel.getByRole('button', { name: 'Disconnect' }).click();
  await page
    .getByRole('dialog', { name: 'Disconnect from Factiiv?' })
    .getByRole('button', { name: 'Disconnect' })
    .click();
  await expectMessage(page, 'Disconnected from Factiiv');
  await expect(panel.getByRole('button', { name: 'Connect to Factiiv' })).toBeVisible();
});
