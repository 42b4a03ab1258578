/** The most common typos in names of email services, with corrections. Pure. */

const likelyDomains: Record<string, string[]> = {
  'gmail.com': [
    'gmial.com',
    'gamil.com',
    'gmai.com',
    'gmal.com',
    'gnail.com',
    'gmaill.com',
    'gmail.con',
    'gmail.cm',
    'gmail.om',
    'gmail.co',
  ],
  'yahoo.com': ['yaho.com', 'yahooo.com', 'yhaoo.com', 'yahoo.con', 'yahoo.co'],
  'hotmail.com': ['hotmial.com', 'hotmal.com', 'hotmai.com', 'hotmail.con', 'hotmail.co'],
  'outlook.com': ['outlok.com', 'outloook.com', 'outlook.con', 'outlook.co'],
  'icloud.com': ['iclould.com', 'icoud.com', 'icloud.con'],
};
const bySlip = new Map(
  Object.entries(likelyDomains).flatMap(([domain, slips]) => slips.map((slip) => [slip, domain] as const)),
);

/** The suggested address; null when the input looks correct. */
export function correctedEmail(email: string): string | null {
  const typed = email.trim();
  const at = typed.lastIndexOf('@');
  const domain = bySlip.get(typed.slice(at + 1).toLowerCase());
  return at < 1 || domain === undefined ? null : `${typed.slice(0, at)}@${domain}`;
}
