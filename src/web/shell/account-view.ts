/**
 * The slot of Login or the first name in the header. Its size is fixed for each header width, so the layout
 * does not shift when the name loads.
 */
export const accountView =
  'inline-flex min-h-9 w-20 items-center justify-center gap-1 rounded-full border-2 px-1.5 py-1.5 text-sm leading-tight font-semibold text-ink transition-colors duration-150 @min-[40rem]:w-32 @min-[40rem]:px-3 @min-[66rem]:w-26 @min-[70rem]:w-32';
