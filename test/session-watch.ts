/**
 * Listens to what a client asks a PostgreSQL server, message by message, and notes what would outlive a transaction: a pooler in transaction mode
 * refuses it, or leaves it with whoever gets the connection next.
 */

/** Parameters of a start that PgBouncer takes in every mode. */
const harmless = new Set(['user', 'database', 'client_encoding', 'application_name']);
/** `set local` and the locks of a transaction end with it. */
const ofSession =
  /^\s*(?:listen|unlisten|prepare|declare .* with hold)\b|^\s*set\s+(?!local\b|transaction\b|constraints\b)|pg_(?:try_)?advisory_(?:lock|unlock)|set_config\([^)]*false\s*\)|create\s+temp/i;

export type SessionWatch = {
  hear(piece: Buffer, line: object): void /** What belongs to a session, as it was said. */;
  found: string[];
  statements(): number;
};

export function watchSessions(): SessionWatch {
  const lines = new WeakMap<object, { rest: Buffer; hasBegun: boolean }>();
  const found: string[] = [];
  let statements = 0;
  const judge = (text: string): void => {
    statements += 1;
    if (ofSession.test(text)) found.push(text);
  };
  const message = (type: string, body: Buffer): void => {
    const [first = '', second = ''] = body.toString('utf8').split('\0');
    if (type === 'Q') judge(first);
    if (type !== 'P') return;
    if (first !== '') found.push(`the name ${first} of: ${second}`);
    judge(second);
  };
  const begin = (body: Buffer): void => {
    const words = body.subarray(4).toString('utf8').split('\0');
    for (let at = 0; at + 1 < words.length; at += 2) {
      const name = words[at] ?? '';
      if (name !== '' && !harmless.has(name)) found.push(`the setting ${name}`);
    }
  };
  return {
    found,
    statements: () => statements,
    hear: (piece, line) => {
      const state = lines.get(line) ?? { rest: Buffer.alloc(0), hasBegun: false };
      lines.set(line, state);
      state.rest = Buffer.concat([state.rest, piece]);
      for (;;) {
        // The first message of a line has no letter.
        const head = state.hasBegun ? 1 : 0;
        if (state.rest.length < head + 4) return;
        const end = head + state.rest.readUInt32BE(head);
        if (state.rest.length < end) return;
        const body = state.rest.subarray(head + 4, end);
        if (state.hasBegun) message(state.rest.toString('latin1', 0, 1), body);
        else begin(body);
        state.hasBegun = true;
        state.rest = state.rest.subarray(end);
      }
    },
  };
}
