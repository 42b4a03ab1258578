/**
 * A visitor who reads Spanish or Arabic chooses the language, finds a service, and learns which parts are not
 * translated.
 */
import { expectAccessible } from '#e2e/accessible.ts';
import { leaveOrStay } from '#e2e/leave-or-stay.ts';
import { alive, cards, expect, test } from '#e2e/story.ts';

test('on a phone a visitor switches to Spanish in the menu and adds a service to the cart', {
  tag: '@long',
}, async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${shop.origin}/products`);
  await alive(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL(`${shop.origin}/es/products`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await alive(page);
  await page.getByRole('main').getByRole('link', { name: 'Constitución de LLC en Wyoming' }).click();
  await expect(page).toHaveURL(`${shop.origin}/es/products/wyoming-llc`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Constitución de LLC en Wyoming');
  await expect(page).toHaveTitle('Constitución de LLC en Wyoming | Stateside');
  await page.getByRole('main').getByRole('button', { name: 'Añadir al carrito' }).first().click();
  await expect(page.getByText('Producto añadido al carrito')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Carrito, 1 artículo' })).toBeVisible();
});

test('Arabic pages run right to left, with no axe findings and no sideways scrolling', {
  tag: '@long',
}, async ({ page, shop }) => {
  for (const path of ['/ar', '/ar/products', '/ar/products/start-package']) {
    await page.goto(shop.origin + path);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await alive(page);
    await expectAccessible(page, path);
  }
});

test('without JavaScript the language switch works, and leads back from an untranslated page', {
  tag: '@long',
}, async ({ browser, shop }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${shop.origin}/ar/products/ein-filing`);
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`${shop.origin}/products/ein-filing`);
  await page.goto(`${shop.origin}/faq`);
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.close();
});

test('in Spanish a visitor on a phone corrects the form, agrees in English beside the translation, and pays', async ({
  page,
  shop,
}) => {
  const { buyer } = shop;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${shop.origin}/es/products/us-business-address`);
  await alive(page);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Añadir al carrito' }).first().click();
  await main.getByRole('link', { name: 'Ir al carrito' }).first().click();
  await expect(page).toHaveURL(`${shop.origin}/es/checkout`);
  const complete = main.getByRole('button', { name: 'Completar pedido' });
  await expect(complete).toBeEnabled();
  await complete.click();
  await expect(main.getByText('Revise 8 campos')).toBeVisible();
  await expect(main.getByText('Escriba el nombre', { exact: true })).toBeVisible();
  await expect(
    main.locator('[lang="en"]').getByText('I agree that my card is charged for each renewal until I cancel.'),
  ).toBeVisible();
  await expect(
    main.getByText('Acepto que se cobre cada renovación a mi tarjeta hasta que yo cancele.'),
  ).toBeVisible();
  const saving = page.waitForRequest(
    (request) => request.url().includes('/api/carts') && request.method() === 'POST',
  );
  await page.getByLabel('Correo electrónico', { exact: true }).fill(buyer.email);
  await page.getByLabel('Confirme el correo electrónico').fill(buyer.email);
  await page.getByLabel('Nombre').fill(buyer.firstName);
  await page.getByLabel('Apellido').fill(buyer.lastName);
  expect((await saving).postDataJSON()).toMatchObject({ email: buyer.email, language: 'es' });
  await page.getByRole('combobox', { name: 'País' }).fill('españa');
  await expect(page.getByRole('option', { name: 'España', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'País' }).fill('Ghana');
  await page.getByRole('option', { name: 'Ghana', exact: true }).click();
  await page.getByLabel('Número de teléfono').fill('+233 30 222 0000');
  await page.getByLabel('Dirección').fill(buyer.address);
  await page.getByRole('checkbox', { name: /I agree that my card is charged/ }).check();
  await expectAccessible(page, '/es/checkout');
  await shop.fillCard(page, cards.withoutFunds);
  await complete.click();
  await expect(main.getByText('Su tarjeta no tiene fondos suficientes.')).toBeVisible();
  await shop.fillCard(page);
  await complete.click();
  await expect(page).toHaveURL(/\/es\/payment-successful\?orderId=/);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Pago realizado');
  await expect(main.getByText('Dirección comercial en EE. UU.').first()).toBeVisible();
  await expect(main.getByRole('listitem').getByRole('link', { name: /@/ })).toHaveAttribute(
    'href',
    /subject=Pedido/,
  );
  await expect(main.getByRole('link', { name: 'Seguir comprando' })).toHaveAttribute('href', '/es/products');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'العربية' })).toHaveCount(0);
  await expectAccessible(page, '/es/payment-successful');
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Payment successful');
});

test('a guest who bought in Spanish gets Spanish emails that lead to a Spanish log-in', {
  tag: '@long',
}, async ({ page, shop }) => {
  const { buyer } = shop;
  await page.goto(`${shop.origin}/es/products/ein-filing`);
  await alive(page);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Añadir al carrito' }).first().click();
  await main.getByRole('link', { name: 'Ir al carrito' }).first().click();
  await page.getByLabel('Correo electrónico', { exact: true }).fill(buyer.email);
  await page.getByLabel('Confirme el correo electrónico').fill(buyer.email);
  await page.getByLabel('Nombre').fill(buyer.firstName);
  await page.getByLabel('Apellido').fill(buyer.lastName);
  await page.getByRole('combobox', { name: 'País' }).fill('Ghana');
  await page.getByRole('option', { name: 'Ghana', exact: true }).click();
  await page.getByLabel('Número de teléfono').fill('+233 30 222 0000');
  await page.getByLabel('Dirección').fill(buyer.address);
  await shop.fillCard(page);
  await main.getByRole('button', { name: 'Completar pedido' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Pago realizado');
  const mails = await shop.mails(2);
  const receipt = mails.find(({ subject }) => subject.startsWith('Su recibo'));
  expect(receipt?.html).toContain('lang="es"');
  expect(receipt?.html).toContain(`href="${shop.origin}/es"`);
  const choose = mails.find(({ text }) => text.includes('/set-password?'));
  const link = /http\S+\/es\/set-password\?confirmToken=\S+/.exec(choose?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Elegir contraseña');
  await alive(page);
  // The link works in each language, because the token stays in the URL.
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Set password');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click();
  await alive(page);
  await expect(main.getByRole('link', { name: 'Pedir un enlace nuevo' })).toHaveAttribute(
    'href',
    '/es/login#forgot-password',
  );
  await page.getByLabel('Contraseña', { exact: true }).fill('password');
  await page.getByLabel('Confirme la contraseña').fill('nine blue bicycles');
  await main.getByRole('button', { name: 'Elegir contraseña' }).click();
  await expect(main.getByText('Las contraseñas deben coincidir')).toBeVisible();
  await page.getByLabel('Confirme la contraseña').fill('password');
  await main.getByRole('button', { name: 'Elegir contraseña' }).click();
  await expect(main.getByRole('alert')).toContainText('Esta contraseña es demasiado común');
  await page.getByLabel('Contraseña', { exact: true }).fill('nine blue bicycles');
  await page.getByLabel('Confirme la contraseña').fill('nine blue bicycles');
  await main.getByRole('button', { name: 'Elegir contraseña' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Contraseña guardada');
});

test('in Spanish the log-in, the forgotten password, and the registration stay in Spanish', {
  tag: '@long',
}, async ({ page, shop }) => {
  const main = page.getByRole('main');
  await page.goto(`${shop.origin}/es/checkout`);
  await page.getByRole('banner').getByRole('link', { name: 'Acceder' }).click();
  await expect(page).toHaveURL(`${shop.origin}/es/login?returnTo=%2Fes%2Fcheckout`);
  await alive(page);
  await expectAccessible(page, '/es/login');
  await page.getByLabel('Correo electrónico').fill(shop.buyer.email);
  await page.getByLabel('Contraseña', { exact: true }).fill('not this one');
  await main.getByRole('button', { name: 'Acceder' }).click();
  await expect(main.getByRole('alert')).toContainText(
    'El correo electrónico o la contraseña no son correctos',
  );
  await main.getByRole('link', { name: '¿Olvidó su contraseña?' }).click();
  await main.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page).toHaveURL(`${shop.origin}/es/forgot-password-email`);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Revise su correo electrónico');
  await page.goto(`${shop.origin}/es/register`);
  await alive(page);
  await main.getByRole('button', { name: 'Enviar' }).click();
  await expect(main.getByText('Escriba el nombre de usuario')).toBeVisible();
  await expectAccessible(page, '/es/register');
  await page.getByRole('combobox', { name: 'País' }).fill('Viet');
  await page.getByRole('option', { name: 'Vietnam', exact: true }).click();
  await page.getByLabel('Número de contacto').fill('call me');
  await page.getByLabel('Número de contacto').blur();
  await expect(main.getByText(/^Escriba el número con el código de país, por ejemplo \+84 \d/)).toBeVisible();
  const english = page.getByRole('contentinfo').getByRole('link', { name: 'English' });
  await leaveOrStay(page, 'stay', () => english.click({ noWaitAfter: true }));
  await expect(page.getByLabel('Número de contacto')).toHaveValue('call me');
  await leaveOrStay(page, 'leave', () => english.click());
  await expect(page).toHaveURL(`${shop.origin}/register`);
  await alive(page);
  // A field that was cleared again is not unsaved input.
  await page.getByLabel('First name').fill('Linh');
  await page.getByLabel('First name').clear();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL(`${shop.origin}/es/register`);
});
