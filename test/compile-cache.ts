/** Goes into the environment of processes that a run starts again and again: the same programs, compiled once. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const compileCache = { NODE_COMPILE_CACHE: join(tmpdir(), 'stateside-compiled') };
