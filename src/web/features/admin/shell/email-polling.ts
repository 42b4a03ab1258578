/** Polls while an email is unsent. Pauses while the tab is hidden. */
const askEveryMs = 10_000;

export const pollWhileWaiting = (isWaiting: boolean) => ({
  pollingInterval: isWaiting ? askEveryMs : 0,
  skipPollingIfUnfocused: true,
});
