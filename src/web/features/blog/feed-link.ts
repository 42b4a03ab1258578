/** Feed autodiscovery link for every page of the blog. */
import { site } from '#content/site.ts';

export const feedLink = {
  rel: 'alternate',
  type: 'application/atom+xml',
  title: `${site.name} blog`,
  href: '/blogs/feed.xml',
};
