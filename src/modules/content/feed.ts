/** Renders the blog as an Atom feed (RFC 4287). Bodies are escaped HTML with absolute addresses. Pure. */
import { site } from '#content/site.ts';
import { parseTask } from '#platform/parsing.ts';
import { prepareBody, escapeHtml, type Post, withAbsoluteAddresses } from './rules.ts';

/** `posts` have clean bodies, newest first; `origin` has no trailing slash. */
type Feed = { posts: Post[]; origin: string; author: string };

export const renderFeed = (feed: Feed): string => atomFeed(feed);
export const feedTask = parseTask<typeof renderFeed>(new URL(import.meta.url), 'renderFeed');

export function atomFeed({ posts, origin, author }: Feed): string {
  const updatedAt = new Date(Math.max(0, ...posts.map((post) => post.updatedAt.getTime())));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', `${origin}/blogs`),
    element('title', `${site.name} blog`),
    element('subtitle', 'Guides for founders who start a US company from abroad'),
    element('updated', updatedAt.toISOString()),
    `<link rel="self" type="application/atom+xml" href="${origin}/blogs/feed.xml"/>`,
    `<link rel="alternate" type="text/html" href="${origin}/blogs"/>`,
    element('icon', `${origin}/favicon.svg`),
    `<author>${element('name', author)}${element('uri', origin)}</author>`,
    ...posts.map((post) => entry(post, origin)),
    '</feed>',
    '',
  ].join('\n');
}

function entry(post: Post, origin: string): string {
  const address = `${origin}/blogs/${post.slug}`;
  const banner = `<p><img src="${post.bannerImage}" alt="${escapeHtml(post.imageAlt)}" width="1200" height="630" /></p>`;
  const body = withAbsoluteAddresses(withPlaces(banner + prepareBody(post.body).html, address), origin);
  return [
    '<entry>',
    element('id', address),
    element('title', post.title),
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    element('published', post.publishedAt.toISOString()),
    element('updated', post.updatedAt.toISOString()),
    ...post.tags.map((tag) => `<category term="${escapeXml(tag)}"/>`),
    element('summary', post.metaDescription),
    `<content type="html">${escapeXml(body)}</content>`,
    '</entry>',
  ].join('\n');
}

/** Makes anchors absolute, because a feed reader has no page for them. */
const withPlaces = (body: string, address: string): string =>
  body.replaceAll(' href="#', ` href="${address}#`);

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** XML cannot represent most control characters and lone surrogates, not even escaped. */
const escapeXml = (text: string): string =>
  escapeHtml(text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
