/**
 * Makes the next jump within the page smooth. The router jumps instantly, and only CSS can animate it. The
 * style applies to this jump only, because a page change must not scroll smoothly. The style sheet overrides
 * it for visitors who prefer reduced motion.
 */
const longestJumpMs = 1_500;

/** For a link to the top of the page, without a history entry that would need an extra Back. */
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
  // Nothing scrolls if the target is already in view, and older browsers have no `scrollend` event.
  setTimeout(end, longestJumpMs);
  // Tab continues from there.
  document.getElementById(anchor)?.focus({ preventScroll: true });
}
