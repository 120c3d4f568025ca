import { type RequestInfo } from '../../platform/http/route.ts'

/** Returns whether the browser asks by Do Not Track or Global Privacy Control not to be counted. */
export function asksNotToBeCounted({ headers }: Pick<RequestInfo, 'headers'>): boolean {
  return headers['dnt'] === '1' || headers['sec-gpc'] === '1'
}
