/** The test files that take minutes, longest first. Each mostly waits for something: a process that starts again, a limit of time. */
export const longTests = [
  'test/chaos/storm.test.ts',
  'test/chaos/schedules.test.ts',
  'test/chaos/fault-matrix.test.ts',
  'test/chaos/controls.test.ts',
  'src/server/processes.test.ts',
  'src/server/database-death.test.ts',
];
