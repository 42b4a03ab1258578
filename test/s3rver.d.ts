/** Types for the S3 test server, which has none. Covers only what we use. */
declare module '@20minutes/s3rver' {
  type Settings = {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string; configs: (string | Buffer)[] }[];
  };
  export default class S3rver {
    constructor(settings: Settings);
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
