/** The locale for dates, numbers, and money. Texts do not depend on it. */
export const locale = 'en-US';
