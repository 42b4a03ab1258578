/**
 * Explains every failed start of the embedded database in sentences for the person at the terminal. The
 * caller prints only `message`: a stack trace does not help with a full disk.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

const orElse = 'Or set DATABASE_URL to your own PostgreSQL server (15 or newer).';

export const errorOf = (...sentences: string[]): EmbeddedPostgresError =>
  new EmbeddedPostgresError(sentences.join(' '));
export const errorWithAdvice = (...sentences: string[]): EmbeddedPostgresError =>
  errorOf(...sentences, orElse);

/** Turns a failed file operation into a sentence. Returns any other error unchanged. */
export function explainFileError(error: unknown, path: string): Error {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error))
    return error instanceof Error ? error : new Error(String(error));
  const reasons: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is exceeded',
    EROFS: 'the disk is read-only',
    EACCES: 'this user has no write permission',
    EPERM: 'this user has no write permission',
    ENOTDIR: 'part of the path is a file, not a folder',
    EEXIST: 'part of the path is a file, not a folder',
    ENAMETOOLONG: 'the path is too long',
  };
  const reason = reasons[String((error as NodeJS.ErrnoException).code)];
  if (reason === undefined) return error;
  return errorWithAdvice(
    `The database cannot be stored in ${path}: ${reason}.`,
    'Set DATA_DIR to another folder.',
  );
}

/** The program exists but does not start: most often it was built for another C library. */
export function explainSpawnError(error: Error, program: string): EmbeddedPostgresError {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? errorWithAdvice(`The built-in PostgreSQL cannot run on this system: ${program} needs glibc.`)
    : errorWithAdvice(`The built-in PostgreSQL cannot run: starting ${program} failed (${error.message}).`);
}

/**
 * Matches the server's message. The version is in a DETAIL line, which `log_error_verbosity = terse` leaves
 * out.
 */
const otherVersion = /database files are incompatible with server/;

/**
 * Summarizes the output of a failed server in one sentence. `clusterVersion` reads the version that made the
 * data, from its file `PG_VERSION`.
 */
export function explainServerOutput(
  output: string,
  path: string,
  clusterVersion: () => string | null = () => null,
): EmbeddedPostgresError {
  if (/No space left on device|Disk quota exceeded|wrote only \d+ of \d+ bytes/i.test(output)) {
    return errorWithAdvice(
      `The database in ${path} cannot be used: the disk is full.`,
      'Free some space, or set DATA_DIR to another folder.',
    );
  }
  if (/Read-only file system/i.test(output)) {
    return errorWithAdvice(
      `The database in ${path} cannot be used: the disk is read-only.`,
      'Set DATA_DIR to another folder.',
    );
  }
  if (otherVersion.test(output)) {
    return errorWithAdvice(
      `The data in ${path} was created by ${clusterVersion() === null ? 'another version of PostgreSQL' : `PostgreSQL ${clusterVersion()}`}. This version cannot read it.`,
      'Start the version of Stateside that created it, back it up (npm run admin -- backup), and restore the backup with this version.',
    );
  }
  const unknownUser = /could not look up effective user ID (\d+)/.exec(output);
  if (unknownUser) {
    return errorWithAdvice(
      `User ID ${unknownUser[1]} has no name on this machine, but PostgreSQL needs one.`,
      'Start as a user listed in /etc/passwd.',
    );
  }
  const complaint = output
    .split('\n')
    .find((line) => /FATAL|PANIC|error|cannot|could not/i.test(line))
    ?.replace(/^[-\d]+ [:.\d]+ UTC \[\d+\] /, '')
    .trim();
  return errorWithAdvice(
    `The built-in PostgreSQL in ${path} did not start.`,
    complaint ? `It reported: "${complaint.replace(/\.$/, '')}".` : 'It reported no reason.',
  );
}
