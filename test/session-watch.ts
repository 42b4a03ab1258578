/**
 * Watches the messages from a client to a PostgreSQL server and records what would outlive a transaction. A
 * pooler in transaction mode rejects it, or leaves it to the next user of the connection.
 */

/** Startup parameters that PgBouncer accepts in every mode. */
const harmless = new Set(['user', 'database', 'client_encoding', 'application_name']);
/**
 * Matches session state. `set local` and transaction locks end with the transaction, so they are excluded.
 */
const ofSession =
  /^\s*(?:listen|unlisten|prepare|declare .* with hold)\b|^\s*set\s+(?!local\b|transaction\b|constraints\b)|pg_(?:try_)?advisory_(?:lock|unlock)|set_config\([^)]*false\s*\)|create\s+temp/i;

export type SessionWatch = {
  onData(piece: Buffer, line: object): void;
  /** Statements that change session state, verbatim. */
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
    onData: (piece, line) => {
      const state = lines.get(line) ?? { rest: Buffer.alloc(0), hasBegun: false };
      lines.set(line, state);
      state.rest = Buffer.concat([state.rest, piece]);
      for (;;) {
        // The first message of a connection has no type byte.
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
