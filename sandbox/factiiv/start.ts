/**
 * Starts the Factiiv sandbox on a separate origin: the API, the connect page, the staff pages, and its
 * control API. With `time` it follows that clock, otherwise it has a separate one. With `dataDir` null all
 * state is in memory.
 */
import type { Hono } from 'hono';
import { Clock } from '#sandbox/clock.ts';
import { Faults } from '#sandbox/faults.ts';
import { type Listening, listen } from '#sandbox/listen.ts';
import { factiivApp } from './app.ts';
import { controlApp } from './control/app.ts';
import { openDatabase } from './database.ts';
import { RateLimit } from './http/rate-limit.ts';
import { RequestLog } from './http/request-log.ts';
import { seedDemoPeople } from './people.ts';
import type { Time, World } from './world.ts';

export type FactiivOptions = { host: string; port: number; dataDir: string | null; time?: Time };

export type Factiiv = {
  origin: string;
  /** The control API, which the main sandbox origin serves as well. */
  control: Hono;
  stop: () => Promise<void>;
};

export async function startFactiiv({ host, port, dataDir, time }: FactiivOptions): Promise<Factiiv> {
  const database = openDatabase(dataDir);
  const world: World = {
    database,
    time: time ?? new Clock(database),
    faults: new Faults(),
    log: new RequestLog(),
    rateLimit: new RateLimit(),
    origin: '',
  };
  seedDemoPeople(world);
  const control = controlApp(world);
  let listening: Listening;
  try {
    listening = await listen(factiivApp(world, control, host), host, port);
  } catch (error) {
    database.close();
    throw error;
  }
  world.origin = listening.origin;
  return {
    origin: world.origin,
    control,
    stop: async () => {
      await listening.stop();
      database.close();
    },
  };
}
