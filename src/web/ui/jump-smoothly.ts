/**
 * Lets the next jump within the page glide. The router does the jump itself, and does it at once; only the style of the
 * document can slow it down, and only for this one jump, because a change of page must not glide. Where the visitor asked
 * for stillness the style sheet overrules us.
 */
const longestJumpMs = 1_500;

/** For a link to the top of the page: without an entry in the history, which would cost one more press of Back. */
export function returnToTop(event: { preventDefault(): void }): void {
  event.preventDefault();
  jumpSmoothly('content');
  window.scrollTo(0, 0);
}

export function jumpSmoothly(anchor: string): void {
  const { dataset } = document.documentElement;
  dataset.jump = 'smooth';
  const end = (): void => {
    delete dataset.jump;
    document.removeEventListener('scrollend', end);
  };
  document.addEventListener('scrollend', end);
  // Nothing scrolls when the place is in view already, and older browsers do not say when they have arrived.
  setTimeout(end, longestJumpMs);
  // The next press of Tab goes on from there.
  document.getElementById(anchor)?.focus({ preventScroll: true });
}
