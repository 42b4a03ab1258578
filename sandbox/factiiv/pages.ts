/** What all pages of Factiiv's stand-in have in common. */
import { type Html, html, page, pageHeaders as strictHeaders, type Site } from '#sandbox/page.ts';

const site: Site = {
  brand: 'Factiiv',
  sections: [
    { path: '/', title: 'Businesses' },
    { path: '/queue', title: 'Queue' },
  ],
  footer: 'A stand-in for Factiiv. Nothing here reaches a credit bureau.',
};

/** A form must be able to say which page it came from. */
export const pageHeaders = { ...strictHeaders, 'referrer-policy': 'same-origin' };

/** For the staff and the counterparty, with the way to all other pages. */
export const staffPage = (title: string, current: '/' | '/queue', body: Html): string => page({ title, current, body, site });

/** For the person who connects a business. */
export const personPage = (title: string, body: Html): string =>
  page({ title, body: html`<div class="narrow">${body}</div>`, site, isForCustomers: true });
