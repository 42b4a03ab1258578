/**
 * The customer's agreement to report purchases to Factiiv, word for word. The version is stored with the
 * agreement. Any change of the text needs a new version. Rules: design/credit.md, "Reporting to Factiiv".
 */
export const reportingTermsVersion = '2026-11-23';

/** Label of the consent checkbox, which is never preselected. */
export const reportingConsent =
  'I agree that Stateside reports my purchases and payments to Factiiv, and that Factiiv shows them in the credit file of the business I choose there.';

export const whatIsReported = [
  'Card purchases and renewals: total, date, and that they are paid.',
  'Your Net 30 account: its limit, what you owe, its opening date, each invoice, each payment, and how many days late it was.',
  'Never: your EIN, your cards, your address, free orders, boosters, and carts.',
] as const;

export const howToStopReporting =
  'You can stop at any time in your profile. What Factiiv has accepted stays in its file; what is not sent yet stays with us.';

/** The specification's gauge ends here; the number beside it is the true one. */
export const highestOnGauge = 850;

/** Degrees, 0 to 180: the specification's value / 850 × 180, clamped. */
export const needleDegrees = (score: number): number =>
  (Math.min(Math.max(score, 0), highestOnGauge) / highestOnGauge) * 180;
