/** Countries travel as ISO 3166 codes, which card processors want; people read names. What is no code is shown as it came. */
const names = new Intl.DisplayNames('en', { type: 'region' });

export const countryName = (country: string): string => (/^[A-Z]{2}$/.test(country) ? (names.of(country) ?? country) : country);
