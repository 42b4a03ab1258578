/**
 * The token of the link, which stands in no address (see early-page.ts). A bank that wants its own page leads back in a new history entry,
 * so for that way the token is kept in the tab's session storage.
 */
import { useLayoutEffect, useState } from 'react';
import { isLinkDone, noteLinkDone, readLinkToken } from '#web/features/account/link-token.ts';
import { openTabStorage, readItem, writeItem } from '#web/local-storage.ts';

const item = 'stateside.cardLink';
/** What the processor adds to the address on the way back. */
const returned = ['setup_intent', 'setup_intent_client_secret', 'redirect_status', 'source_type'];

/** `isReturning`: back from the bank's own page. `isDone`: the card was replaced in this history entry. */
export type CardLink = { token: string | null; isReturning: boolean; isDone: boolean };

function readCardLink(): CardLink {
  const { searchParams } = new URL(window.location.href);
  const isReturning = returned.some((name) => searchParams.has(name));
  return { token: readLinkToken('token') ?? readItem(openTabStorage(), item), isReturning, isDone: isLinkDone() };
}

/** React may draw the page several times before it stands, so what is read there is taken out of the address afterwards. */
export function useCardLink(): CardLink {
  const [link] = useState(readCardLink);
  useLayoutEffect(() => {
    const url = new URL(window.location.href);
    for (const name of returned) url.searchParams.delete(name);
    if (link.isReturning) window.history.replaceState(window.history.state, '', url);
  }, [link]);
  return link;
}

/** Before the bank may be asked. */
export const keepCardLink = (token: string): void => void writeItem(openTabStorage(), item, token);

export function forgetCardLink(): void {
  writeItem(openTabStorage(), item, null);
  noteLinkDone();
}
