/** What every control that is typed into or chosen from looks like. */
export const controlLook =
  'min-h-12 w-full rounded-md border border-field bg-surface px-3.5 py-2.5 text-ink placeholder:text-muted ' +
  'aria-invalid:border-2 aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunk disabled:text-muted';
