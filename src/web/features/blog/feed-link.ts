/** Tells feed readers, on every page of the blog, where its feed is. */
import { site } from '#kernel/site.ts';

export const feedLink = { rel: 'alternate', type: 'application/atom+xml', title: `${site.name} blog`, href: '/blogs/feed.xml' };
