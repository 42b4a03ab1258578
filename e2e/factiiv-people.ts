/** Factiiv users for stories, each with a business, created through the sandbox's control API. */
import { randomUUID } from 'node:crypto';
import { type Page, expect } from '@playwright/test';
import { anAccount, storeTokens, tokensFor } from '#e2e/people.ts';
import type { Shop } from '#e2e/story.ts';
import { reportingConsent } from '#kernel/reporting-terms.ts';

export type Owner = { id: string; email: string; password: string; businessId: string };

export async function control<T>(shop: Shop, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${shop.sandboxOrigin}/control/factiiv${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  return (await answer.json()) as T;
}

/** Creates a business owner. Nothing is accepted automatically; a story accepts it. */
export async function aBusinessOwner(shop: Shop, name = 'Mensah Imports LLC'): Promise<Owner> {
  await control(shop, 'PUT', '/settings', { accept_after_seconds: null, requests_per_minute: null });
  const email = `owner.${randomUUID().slice(0, 8)}@example.com`;
  const person = { email, first_name: 'Kofi', last_name: 'Mensah', password: 'factiiv demo' };
  const { id } = await control<{ id: string }>(shop, 'POST', '/users', person);
  const business = await control<{ id: string }>(shop, 'POST', `/users/${id}/businesses`, { name });
  return { id, email, password: person.password, businessId: business.id };
}

export const aSecondBusiness = (shop: Shop, { id }: Owner, name: string): Promise<{ id: string }> =>
  control(shop, 'POST', `/users/${id}/businesses`, { name });

export const section = (page: Page) =>
  page
    .getByRole('group')
    .filter({ has: page.getByRole('heading', { name: 'Connect to Factiiv', level: 2, exact: true }) });

/** Opens the profile's Factiiv section as a logged-in customer. */
export async function atSection(page: Page, shop: Shop, address = '/profile?section=factiiv'): Promise<void> {
  await anAccount(shop);
  await storeTokens(page, shop, await tokensFor(shop));
  await page.goto(shop.origin + address);
  await expect(section(page).getByRole('checkbox', { name: reportingConsent })).toBeVisible();
}

/** Ticks the box and clicks the button. Returns the window that opens. */
export async function openFactiiv(page: Page, button = 'Connect to Factiiv'): Promise<Page> {
  await section(page).getByRole('checkbox', { name: reportingConsent }).check();
  const opened = page.waitForEvent('popup');
  await section(page).getByRole('button', { name: button, exact: true }).click();
  return opened;
}

/** Logs in on Factiiv's page in the given window. */
export async function logInAtFactiiv(popup: Page, { email, password }: Owner): Promise<void> {
  await popup.getByLabel('Email').fill(email);
  await popup.getByLabel('Password').fill(password);
  await popup.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText(/^Hello/);
}

export const allow = (popup: Page): Promise<void> => popup.getByRole('button', { name: 'Allow' }).click();
