/** The server of S3 that tests speak to comes without types; this is what we use of it. */
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
