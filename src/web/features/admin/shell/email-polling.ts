/** A question that is asked again for as long as an email has not left, by whoever sees the screen: a tab behind another one asks nothing. */
const askEveryMs = 10_000;

export const whileEmailWaits = (isWaiting: boolean) => ({ pollingInterval: isWaiting ? askEveryMs : 0, skipPollingIfUnfocused: true });
