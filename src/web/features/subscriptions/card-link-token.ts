/**
 * The token of the card link, which is removed from the address (see early-page.ts). A bank's own page
 * returns in a new history entry, so until then the token is stored in the tab's session storage.
 */
import { useLayoutEffect, useState } from 'react';
import { isLinkDone, noteLinkDone, readLinkToken } from '#web/features/account/link-token.ts';
import { openTabStorage, readItem, writeItem } from '#web/local-storage.ts';

const item = 'stateside.cardLink';
/** Parameters that the processor adds to the return address. */
const returned = ['setup_intent', 'setup_intent_client_secret', 'redirect_status', 'source_type'];

/** `isReturning`: back from the bank's own page. `isDone`: the card was replaced in this history entry. */
export type CardLink = { token: string | null; isReturning: boolean; isDone: boolean };

function readCardLink(): CardLink {
  const { searchParams } = new URL(window.location.href);
  const isReturning = returned.some((name) => searchParams.has(name));
  return {
    token: readLinkToken('token') ?? readItem(openTabStorage(), item),
    isReturning,
    isDone: isLinkDone(),
  };
}

/**
 * React may render the page several times before it commits, so the parameters are removed from the address
 * afterwards.
 */
export function useCardLink(): CardLink {
  const [link] = useState(readCardLink);
  useLayoutEffect(() => {
    const url = new URL(window.location.href);
    for (const name of returned) url.searchParams.delete(name);
    if (link.isReturning) window.history.replaceState(window.history.state, '', url);
  }, [link]);
  return link;
}

/** Stores the token before the bank's page may open. */
export const keepCardLink = (token: string): void => void writeItem(openTabStorage(), item, token);

export function clearCardLink(): void {
  writeItem(openTabStorage(), item, null);
  noteLinkDone();
}
