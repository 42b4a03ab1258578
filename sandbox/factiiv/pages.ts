/** Layout that all pages of the Factiiv sandbox share. */
import { type Html, html, page, pageHeaders as strictHeaders, type Site } from '#sandbox/page.ts';

const site: Site = {
  brand: 'Factiiv',
  sections: [
    { path: '/', title: 'Businesses' },
    { path: '/queue', title: 'Queue' },
  ],
  footer: 'A stand-in for Factiiv. Nothing here reaches a credit bureau.',
};

/** Forms must send the referring page's origin. */
export const pageHeaders = { ...strictHeaders, 'referrer-policy': 'same-origin' };

/** For the staff and the counterparty, with navigation. */
export const staffPage = (title: string, current: '/' | '/queue', body: Html): string =>
  page({ title, current, body, site });

/** For the person who connects a business. */
export const personPage = (title: string, body: Html): string =>
  page({ title, body: html`<div class="narrow">${body}</div>`, site, isForCustomers: true });
