/** An API error of Factiiv: a status, a machine-readable code, a sentence, and the affected field. */
export type Problem = { field: string | null; code: string; message: string };

export class Refusal extends Error {
  readonly status: number;
  readonly problems: Problem[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {} }: { headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.problems = [{ field: null, code, message }];
    this.headers = headers;
  }
}

/** Returns 422 with each invalid field. */
export class InvalidFields extends Refusal {
  override readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(422, 'invalid', 'Validation failed');
    this.problems = problems;
  }
}

export const invalidField = (field: string, message: string): InvalidFields =>
  new InvalidFields([{ field, code: 'invalid', message }]);

export const notFound = (what: string): Refusal => new Refusal(404, 'not_found', `There is no such ${what}`);
