import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type Deps } from '../deps.ts'
import { fileReply, type FileReply } from '../http/route.ts'
import { type ByteRange } from '../../gateways/storage/storage-gateway.ts'

type StreamedBytes = {
  key: string
  bytes: number
  type: string
  etag: string
  downloadName?: string
  range?: string | undefined
}

/**
 * Streams bytes from storage, in full or by range (videos). Content never runs in our origin: no scripts, no sniffing,
 * and as a download when it has a name. Error codes: asset.not-found and asset.range-not-satisfiable.
 */
export async function streamBytes(deps: Deps, options: StreamedBytes): Promise<Result<FileReply>> {
  const range = options.range === undefined ? undefined : parseByteRange(options.range, options.bytes)
  if (range === 'none') return refuse('asset.range-not-satisfiable', 'invalid')
  const body = await deps.gateways.storage.open(options.key, range)
  if (!body) return refuse('asset.not-found', 'not-found')
  const length = range ? range.to - range.from + 1 : options.bytes
  return ok(
    fileReply({
      type: options.type,
      body,
      ...(range ? { status: 206 } : {}),
      headers: {
        'cache-control': 'private, max-age=86400, immutable',
        'accept-ranges': 'bytes',
        'content-length': String(length),
        'content-disposition': options.downloadName === undefined ? 'inline' : contentDisposition(options.downloadName),
        'content-security-policy': "default-src 'none'; sandbox",
        etag: `"${options.etag}"`,
        ...(range ? { 'content-range': `bytes ${range.from}-${range.to}/${options.bytes}` } : {}),
      },
    }),
  )
}

/** Parses a single byte range; a request for several ranges gets the whole file, as RFC 9110 allows. */
function parseByteRange(text: string, bytes: number): ByteRange | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(text) ?? []
  if (first === '' && last === '') return undefined
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(bytes - 1, Number(last))
  return from <= to ? { from, to } : 'none'
}

/** Returns the header value of a download under this name, whatever its script. */
export function contentDisposition(name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, encodeChar)}`
}

function encodeChar(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
