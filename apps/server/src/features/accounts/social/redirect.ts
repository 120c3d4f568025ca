import { type FileReply, fileReply } from '../../../platform/http/route.ts'

/** Sends a browser on, without telling anyone where it comes from: the address it leaves has a code. */
export function redirect(location: string): FileReply {
  return fileReply({
    status: 303,
    type: 'text/html; charset=utf-8',
    body: '',
    headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  })
}

/** Returns a page of this app with the parameters that are not null. */
export function pageUrl(path: string, parameters: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}
