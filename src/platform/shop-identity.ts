/**
 * The shop's id at a processor whose account it may share with another shop. Created with the database and
 * never changed.
 */
import type { Database } from './database.ts';

export const readShopId = async (db: Database): Promise<string> =>
  (await db.selectFrom('shop_identity').select('id').executeTakeFirstOrThrow()).id;
