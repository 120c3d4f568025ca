import { refuse, type Refused } from '@veranda/core/result.ts'
import { type IncomingHttpHeaders } from 'node:http'

type TusCall = { readonly headers: IncomingHttpHeaders; readonly method: string }

/** Forms of the headers; the library would reply to others with plain text. */
const expected: Readonly<Record<string, RegExp>> = {
  'tus-resumable': /^1\.0\.0$/,
  'upload-length': /^\d{1,15}$/,
  'upload-offset': /^\d{1,15}$/,
}
/** The length of a new upload is checked with its other facts. */
const isChecked = (name: string, method: string) => method !== 'POST' || name !== 'upload-length'
const required: Readonly<Record<string, readonly string[]>> = {
  HEAD: ['tus-resumable'],
  POST: ['tus-resumable'],
  PATCH: ['tus-resumable', 'upload-offset'],
}
/** Of extensions of the protocol that this server does not have. */
const unsupported = ['upload-concat', 'upload-defer-length', 'upload-checksum']
/** They say nothing to this server, and the library checks their form. */
const unused = [
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'x-requested-with',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/**
 * Checks the headers of a tus request before the library reads them, and removes those that it need not see. Returns
 * `upload.not-tus` with the header and its status: 412 for another version of the protocol, else 400.
 */
export function checkTusHeaders({ headers, method }: TusCall): (Refused & { readonly status: number }) | undefined {
  for (const name of unused) delete headers[name]
  const wrong =
    unsupported.find((name) => headers[name] !== undefined) ??
    required[method]?.find((name) => headers[name] === undefined) ??
    Object.entries(expected).find(
      ([name, form]) => isChecked(name, method) && headers[name] !== undefined && !form.test(String(headers[name])),
    )?.[0]
  if (wrong === undefined) return undefined
  return {
    ...refuse('upload.not-tus', 'invalid', { field: wrong, detail: { header: wrong } }),
    status: wrong === 'tus-resumable' ? 412 : 400,
  }
}
