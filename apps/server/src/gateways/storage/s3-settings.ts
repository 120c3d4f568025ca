/** Where files are kept when not on this machine's disk. */
export type S3Settings = {
  readonly bucket: string
  readonly region: string
  /** Of a server that is not Amazon's. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
}
