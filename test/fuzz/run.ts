/** Sends random calls and stops at the first wrong response. The same seed sends the same calls. */
import fc from 'fast-check';
import { type Answered, aSender, complaintAbout } from './answers.ts';
import { random } from '#test/chaos/random.ts';
import { type Call, operations, severalCalls, takeInTurns } from './calls.ts';
import { aWorld, type Shopkeeper } from './world.ts';

/** Number of responses per operation and status. */
export type Tally = Map<string, Map<number, number>>;

/** Some calls end a session or close an account, so users are replaced after this many. */
const callsOfAWorld = 1_000;

/** `together` is the number of concurrent calls. */
export async function fuzz(
  shop: Shopkeeper,
  { calls, seed, together = 10 }: { calls: number; seed: number; together?: number },
): Promise<Tally> {
  const tally: Tally = new Map(operations.map(({ operationId }) => [operationId, new Map()]));
  const turns = takeInTurns(random(seed));
  const sender = aSender(shop.origin);
  try {
    for (let done = 0; done < calls; done += callsOfAWorld) {
      const every = fc.asyncProperty(severalCalls(await aWorld(shop), together, turns), async (sent) => {
        const answers = await Promise.all(sent.map((call) => sender.send(call)));
        for (const [at, call] of sent.entries()) note(tally, call, answers[at] as Answered);
      });
      await fc.assert(every, {
        numRuns: Math.ceil(Math.min(callsOfAWorld, calls - done) / together),
        seed: seed + done,
        endOnFailure: true,
      });
    }
  } finally {
    sender.close();
  }
  return tally;
}

function note(tally: Tally, call: Call, answer: Answered): void {
  const wrong = complaintAbout(call, answer);
  if (wrong !== null)
    throw new Error(
      `${wrong}: ${call.method} ${call.target.slice(0, 200)} was answered ${answer.text.slice(0, 500)}`,
    );
  const counts = tally.get(call.operation.operationId);
  counts?.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
}

export const countOf = (tally: Tally, fits: (status: number) => boolean): number =>
  [...tally.values()]
    .flatMap((counts) => [...counts])
    .reduce((sum, [status, count]) => sum + (fits(status) ? count : 0), 0);
