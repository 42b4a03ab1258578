/** The place of Login and of the first name in the header. It has one size for each width of the header, so that nothing moves when the name comes. */
export const accountView =
  'inline-flex min-h-9 w-20 items-center justify-center gap-1 rounded-full border-2 px-1.5 py-1.5 text-sm leading-tight font-semibold text-ink transition-colors duration-150 @min-[40rem]:w-32 @min-[40rem]:px-3 @min-[66rem]:w-26 @min-[70rem]:w-32';
