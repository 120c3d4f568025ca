declare module 's3rver' {
  type Options = {
    port: number
    address: string
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: unknown[] }[]
  }
  type Context = {
    method: string
    query: Record<string, string | undefined>
    status: number
    type: string
    body: unknown
  }
  export default class S3rver {
    readonly middleware: ((ctx: Context, next: () => Promise<void>) => Promise<void>)[]
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
