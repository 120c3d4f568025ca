import { type RequestInfo } from '../../../platform/http/route.ts'

/** The facts of a call that the job of its mail needs: for the audit log, and to describe the device. */
export type LinkRequest = Pick<RequestInfo, 'id' | 'ip' | 'userAgent'>

const maxUserAgentLength = 400

/** Returns the facts of a call for a job in the database. */
export function toLinkRequest({ id, ip, userAgent }: RequestInfo): LinkRequest {
  return { id, ip, userAgent: userAgent?.slice(0, maxUserAgentLength) ?? null }
}
