/**
 * Keeps a forgotten or misspelt STRIPE_SECRET_KEY from opening a shop that takes play money. Without the key a start is a
 * demonstration, so whatever only a real shop needs must be absent, or the operator must say that a demonstration is meant.
 */
type Environment = Record<string, string | undefined>;

const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i;

export const wantsDemo = (environment: Environment): boolean => !environment.STRIPE_SECRET_KEY;

/** A sentence for the operator, or null when nothing speaks against the demonstration. */
export function doubtAboutDemo(environment: Environment): string | null {
  if (!wantsDemo(environment) || environment.DEMO === '1') return null;
  const { HOST } = environment;
  const signs = [
    ...Object.keys(environment).filter((name) => (name === 'DATABASE_URL' || name.startsWith('STRIPE_')) && environment[name]),
    ...(HOST && !loopback.test(HOST) ? ['HOST'] : []),
  ];
  if (signs.length === 0) return null;
  return `STRIPE_SECRET_KEY is not set, but ${signs.toSorted().join(', ')}: without the key this would be a demonstration that takes play money. Set the key, or set DEMO=1 if a demonstration is what you want.`;
}
