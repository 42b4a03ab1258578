/**
 * Styles of all inputs and selects. The thicker border of an invalid one is inside, so the layout does not
 * shift.
 */
export const controlStyle =
  'min-h-12 w-full rounded-md border border-field bg-surface px-3.5 py-2.5 text-ink placeholder:text-muted ' +
  'aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger disabled:cursor-not-allowed disabled:bg-sunk disabled:text-muted';
