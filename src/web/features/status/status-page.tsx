/** The status page, from the shop's own checks: the current state and the last ninety days. */
import { formatDate } from '#kernel/dates.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { useSettings } from '#web/use-settings.ts';

export type PartStatus = {
  part: 'orders' | 'payments' | 'email';
  isGood: boolean | null;
  share: number | null;
  days: { day: string; share: number | null }[];
};

const words: Record<PartStatus['part'], { name: string; about: string }> = {
  orders: { name: 'Orders', about: 'The site can accept and save orders.' },
  payments: { name: 'Card payments', about: 'Our card processor responds.' },
  email: { name: 'Email', about: 'Receipts and links are sent within 15 minutes.' },
};

const states = (isGood: boolean | null): { tone: Tone; word: string } =>
  isGood === null
    ? { tone: 'plain', word: 'Not measured' }
    : isGood
      ? { tone: 'ok', word: 'Operational' }
      : { tone: 'warn', word: 'Disrupted' };

export type ShopStatus = {
  at: string;
  databaseAnswers: boolean;
  daysReadAt: string | null;
  parts: PartStatus[];
};

export function StatusPage({ at, databaseAnswers, daysReadAt, parts }: ShopStatus) {
  const { company } = useSettings();
  return (
    <div className="page py-10 sm:py-14 lg:py-20">
      <h1 className="text-3xl">Status</h1>
      <p className="mt-5 max-w-line text-lg">{databaseAnswers ? summary(parts) : databaseIsAway}</p>
      <p className="mt-2 max-w-line text-muted">
        We check each part once a minute. This is as of {timeOf(at)} UTC. A minute without a check counts as a
        disruption.
        {!databaseAnswers && daysReadAt !== null && ` The days below are as of ${timeOf(daysReadAt)} UTC.`}
      </p>
      <ul className="mt-10 flex flex-col gap-8">
        {parts.map((status) => (
          <Part key={status.part} {...status} />
        ))}
      </ul>
      <p className="mt-12 max-w-line">
        Is something not working for you?{' '}
        <SiteLink to="/contact-us" className="underline underline-offset-4 hover:text-accent">
          Write to us
        </SiteLink>
        , or call{' '}
        <a href={company.phoneLink} className="money underline underline-offset-4 hover:text-accent">
          {company.phone}
        </a>
        , {company.openingHours}.
      </p>
    </div>
  );
}

const databaseIsAway =
  'Our database is not responding right now, so the site cannot take orders or open accounts. Orders that were confirmed are safe. We are working on it.';

export function summary(parts: PartStatus[]): string {
  const failing = parts.filter(({ isGood }) => isGood === false).map(({ part }) => words[part].name);
  if (failing.length > 0)
    return `Disruption of ${new Intl.ListFormat('en').format(failing.map((name) => name.toLowerCase()))}. We are working on it.`;
  return parts.every(({ isGood }) => isGood === true)
    ? 'All systems are operational.'
    : 'Some parts have not been measured in the last few minutes.';
}

const Part = ({ part, isGood, share, days }: PartStatus) => {
  const { tone, word } = states(isGood);
  const measured = days.filter((day) => day.share !== null).length;
  return (
    <li className="border-t-2 border-ink pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">{words[part].name}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="mt-1 text-muted">{words[part].about}</p>
      <Days days={days} name={words[part].name} />
      <p className="mt-2 flex justify-between gap-4 text-sm text-muted">
        <span>
          {share === null
            ? 'No measurement yet'
            : `${inPercent(share)} of the time ${measured === 1 ? 'today' : `in ${measured} days`}`}
        </span>
        <span>Today</span>
      </p>
    </li>
  );
};

/** One bar a day. Screen readers get only the days with incidents. */
function Days({ days, name }: { days: PartStatus['days']; name: string }) {
  const badDays = days
    .filter(({ share }) => share !== null && share < goodShare)
    .map(({ day, share }) => `${formatDate(day)}: ${inPercent(share ?? 0)}`);
  const label =
    badDays.length === 0
      ? `${name}: no disruptions on any measured day`
      : `${name}, days with disruptions: ${badDays.join('; ')}`;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 900 40"
      preserveAspectRatio="none"
      className="mt-3 h-10 w-full"
    >
      {days.map(({ day, share }, at) => (
        <rect key={day} x={at * 10 + 1} y="0" width="8" height="40" rx="2" className={colorOf(share)}>
          <title>{`${formatDate(day)}: ${share === null ? 'not measured' : inPercent(share)}`}</title>
        </rect>
      ))}
    </svg>
  );
}

/** At or above this share a day shows no incident: at most 2 of 1,440 minutes. */
const goodShare = 0.998;

const colorOf = (share: number | null): string =>
  share === null ? 'fill-line' : share >= goodShare ? 'fill-ok' : share >= 0.95 ? 'fill-warn' : 'fill-danger';

/** Never rounded up to 100. */
export const inPercent = (share: number): string => `${(Math.floor(share * 10_000) / 100).toString()}%`;

const timeOf = (at: string): string => `${formatDate(at)}, ${at.slice(11, 16)}`;
