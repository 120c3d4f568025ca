import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export type S3Server = { readonly env: Record<string, string>; close(): Promise<void> }

/** Starts a local S3 server with one bucket, and adds the ListParts call that s3rver lacks. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'veranda-s3-'))
  const name = 'veranda'
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name, configs: [] }],
  })
  server.middleware.unshift(async (ctx, next) => {
    const { uploadId } = ctx.query
    if (uploadId === undefined || !['GET', 'DELETE'].includes(ctx.method)) return next()
    const folder = join(directory, name, '._S3rver_uploads', uploadId)
    ctx.type = 'application/xml'
    if (ctx.method === 'DELETE') {
      await rm(folder, { recursive: true, force: true })
      ctx.status = 204
      return undefined
    }
    const names = await readdir(folder).catch(() => undefined)
    if (!names) {
      ctx.status = 404
      ctx.body = '<Error><Code>NoSuchUpload</Code><Message>gone</Message></Error>'
      return undefined
    }
    const numbers = names.filter((part) => /^\d+$/.test(part)).map(Number)
    const parts = numbers
      .toSorted((a, b) => a - b)
      .map(async (number) => {
        const path = join(folder, String(number))
        const tag = `<ETag>"${await readFile(`${path}.md5`, 'utf8')}"</ETag>`
        return `<Part><PartNumber>${number}</PartNumber>${tag}<Size>${(await stat(path)).size}</Size></Part>`
      })
    ctx.status = 200
    ctx.body = `<ListPartsResult>${(await Promise.all(parts)).join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`
    return undefined
  })
  const { port } = await server.run()
  return {
    env: {
      S3_BUCKET: name,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
