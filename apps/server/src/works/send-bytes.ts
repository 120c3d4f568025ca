import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Deps } from '../deps.ts'
import { raw, type Raw } from '../http/raw.ts'
import { type ByteRange } from '../gateways/storage/storage.ts'

type Sent = { key: string; bytes: number; type: string; tag: string; download?: string; range?: string | undefined }

/**
 * Bytes out of the storage as they come, a part of them where one is asked for (videos). Never run in our origin: no
 * scripts, no sniffing, and as a download when it has a name. Refuses work.not-found, and work.no-such-range.
 */
export async function sendBytes(deps: Deps, sent: Sent): Promise<Result<Raw>> {
  const range = sent.range === undefined ? undefined : readRange(sent.range, sent.bytes)
  if (range === 'none') return refuse('work.no-such-range', 'invalid')
  const body = await deps.gateways.storage.open(sent.key, range)
  if (!body) return refuse('work.not-found', 'not-found')
  const length = range ? range.to - range.from + 1 : sent.bytes
  return ok(
    raw({
      type: sent.type,
      body,
      ...(range ? { status: 206 } : {}),
      headers: {
        'cache-control': 'private, max-age=86400, immutable',
        'accept-ranges': 'bytes',
        'content-length': String(length),
        'content-disposition': sent.download === undefined ? 'inline' : disposition(sent.download),
        'content-security-policy': "default-src 'none'; sandbox",
        etag: `"${sent.tag}"`,
        ...(range ? { 'content-range': `bytes ${range.from}-${range.to}/${sent.bytes}` } : {}),
      },
    }),
  )
}

/** One range of bytes; several at once are answered with everything, as RFC 9110 allows. */
function readRange(text: string, bytes: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(text) ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(bytes - 1, Number(last))
  return from <= to ? { from, to } : 'none'
}

function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, encodeChar)}`
}

function encodeChar(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
