/**
 * Returns the differences between Factiiv's activities of a business and ours. Each sent activity exists
 * once, and each withdrawn one is withdrawn at Factiiv too. No active one belongs to a voided invoice.
 */
import type { Database } from '#platform/database.ts';
import { sql } from 'kysely';
import type { BookTrade } from './builders/connection.ts';

type Ours = {
  id: string;
  isWithdrawn: boolean;
  isRejected: boolean;
  isVoided: boolean;
  sent: number;
  behind: number;
};

export async function activityDifferences(
  db: Database,
  businessId: string,
  trades: BookTrade[],
): Promise<string[]> {
  const atBureau = Map.groupBy(
    trades.flatMap(({ activities }) => activities),
    ({ reference }) => reference ?? 'of another process',
  );
  const stored = await activitiesOf(db, businessId);
  const names = new Set([...stored.keys(), ...atBureau.keys()]);
  return [...names].flatMap((name) => {
    const [storedActivity, found] = [stored.get(name), atBureau.get(name) ?? []];
    if (storedActivity === undefined || found.length !== 1)
      return [
        `activity ${name} is there ${found.length} times and here ${storedActivity === undefined ? 0 : 1}`,
      ];
    if ((found[0]?.withdrawnAt !== null) !== storedActivity.isWithdrawn)
      return [`activity ${name} is taken back in one book only`];
    if (storedActivity.isWithdrawn || storedActivity.isRejected) return [];
    if (storedActivity.isVoided) return [`activity ${name} is of a voided invoice`];
    return found[0]?.amount === storedActivity.sent && storedActivity.sent === storedActivity.behind
      ? []
      : [
          `activity ${name}: ${found[0]?.amount} over there, ${storedActivity.sent} was sent, ${storedActivity.behind} is behind it`,
        ];
  });
}

/** Keyed by our reference; amounts in whole dollars. */
async function activitiesOf(db: Database, businessId: string): Promise<Map<string, Ours>> {
  const { rows } = await sql<Ours>`
    select report.id, report.withdrawn_at is not null as "isWithdrawn", (report.fields ->> 'amount')::integer as sent,
      'rejected' in (report.counterparty_status, report.bureau_status) as "isRejected",
      coalesce(bool_or(invoice.status = 'void' and item.kind <> 'payment'), false) as "isVoided",
      coalesce(round(sum(item.amount_cents) / 100.0), 0)::integer as behind
    from bureau_report report left join reporting_item item on item.report_id = report.id left join invoice on invoice.id = item.invoice_id
    where report.profile_id = ${businessId} and report.kind = 'activity' and report.sent_at is not null group by report.id`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
