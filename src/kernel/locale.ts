/** The language and the country whose habits dates, numbers and money follow. Words are another matter: they are written in the pages. */
export const locale = 'en-US';
