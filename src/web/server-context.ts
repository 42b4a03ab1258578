/**
 * Values that the server passes to pages. The client type accepts public endpoints only, so rendering
 * personal data on the server does not compile.
 */
import { createContext } from 'react-router';
import type { PublicClient } from '#contract/client.ts';
import type { PageLanguage, PageSettings } from '#contract/pages.ts';
import type { ShopSettings } from '#content/shop-settings.ts';

export const publicClient = createContext<PublicClient>();
/** The site's own origin, without a trailing slash. */
export const publicOrigin = createContext<string>();
/** Null: no script has a nonce. */
export const pageNonce = createContext<string | null>();
export const shopSettings = createContext<ShopSettings>();
/** Null: English. */
export const pageLanguage = createContext<PageLanguage | null>();
export const moreTexts = createContext<NonNullable<PageSettings['moreTexts']>>();
export const reportError = createContext<PageSettings['reportError']>();
