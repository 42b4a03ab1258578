/** Prints the summary of a failing run: each failure in a few lines, and where the full output is. */
import type { Failure } from './failures.ts';

const linesOfMessage = 12;
const linesOfOutput = 40;
const failuresShown = 50;
const columns = 200;

export type FailedStep = {
  name: string;
  /** Empty when the step failed without a failed test, as type checking does. */
  failures: Failure[];
  output: string;
  /** Path of the full output. */
  path: string;
};

const cut = (line: string): string => (line.length > columns ? `${line.slice(0, columns)}…` : line);

const indented = (text: string, atMost: number): string[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, atMost).map((line) => `     ${cut(line)}`);
  return lines.length > atMost ? [...shown, `     … ${lines.length - atMost} more lines`] : shown;
};

/** The end of the output, where compilers and runners print the number of problems. */
const endOf = (output: string): string[] => {
  const lines = output.trimEnd().split('\n');
  const omitted = lines.length - linesOfOutput;
  return [
    ...(omitted > 0 ? [`     … ${omitted} lines before`] : []),
    ...lines.slice(-linesOfOutput).map((line) => `     ${cut(line)}`),
  ];
};

const describeFailure = ({ name, place, message, command }: Failure, index: number): string =>
  [
    `${String(index + 1).padStart(3)}. ${place}`,
    `     ${name}`,
    ...indented(message, linesOfMessage),
    `     Run it alone: ${command}`,
  ].join('\n');

export function describeStep({ name, failures, output, path }: FailedStep): string {
  const omitted = failures.length - failuresShown;
  const body =
    failures.length === 0
      ? endOf(output)
      : [
          ...failures.slice(0, failuresShown).map(describeFailure),
          ...(omitted > 0 ? [`     … ${omitted} more failures`] : []),
        ];
  return [
    `Failed: ${name}`,
    '',
    body.join(failures.length === 0 ? '\n' : '\n\n'),
    '',
    `Full output: ${path}`,
  ].join('\n');
}
