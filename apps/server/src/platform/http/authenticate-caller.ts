import { permissionsOf } from '@veranda/core/admin/admin-roles.ts'
import { refuse, type Refused, type Result } from '@veranda/core/result.ts'
import { type FastifyRequest } from 'fastify'
import { type Authenticator } from '../access/authentication.ts'
import { type Actor } from '../access/actor.ts'
import { recordRefusal } from '../audit/request-refusals.ts'
import { type Deps } from '../deps.ts'
import { type RequestInfo, type ServerRoute } from './route.ts'
import { type AccessRule } from './route-access.ts'

/**
 * Authenticates the caller by the route's access rule. The value is undefined for a signed-out caller where that is
 * allowed.
 */
export async function authenticateCaller(
  { options: { access: who } }: ServerRoute,
  { authenticator, deps }: { authenticator: Authenticator; deps: Deps },
  request: FastifyRequest,
  info: RequestInfo,
): Promise<Result<Actor | undefined>> {
  if (who.sandboxSwitch && !deps.env[who.sandboxSwitch]) return refuse('request.unknown-route', 'not-found')
  if (who.kind === 'webhook') {
    const raw = info.rawBody ?? Buffer.alloc(0)
    const verified = await who.verify?.({ raw, headers: request.headers, env: deps.env })
    if (verified) return { ok: true, value: undefined }
    recordRefusal(deps.failureLog, 'webhook-signature', info)
    return refuse('request.signature-refused', 'not-signed-in')
  }
  const token = bearerToken(request.headers.authorization)
  if (who.kind === 'cookie') return { ok: true, value: await authenticator.authenticateCookie(info.cookieToken) }
  if (who.kind === 'signed-in-by-cookie' && !token) {
    const known = await authenticator.authenticateCookie(info.cookieToken)
    return known ? { ok: true, value: known } : refuse('request.not-signed-in', 'not-signed-in')
  }
  const actor = token
    ? await authenticator.authenticate({
        token,
        cookieToken: info.cookieToken,
        onForged: () => recordRefusal(deps.failureLog, 'token', info),
      })
    : undefined
  if (who.kind === 'admin' && actor && !actor.isAdmin) {
    recordRefusal(deps.failureLog, 'admin', info, { userId: actor.id })
    return refuse('request.unknown-route', 'not-found')
  }
  if (who.kind === 'admin' && actor) {
    const refused = refuseAdmin(who, actor)
    if (refused) return refused
  }
  if (['signed-in', 'signed-in-by-cookie', 'admin'].includes(who.kind) && !actor) {
    return refuse('request.not-signed-in', 'not-signed-in')
  }
  if (who.needsEmail && actor && !actor.hasEmail) return refuse('account.email-missing', 'not-allowed')
  return { ok: true, value: actor }
}

/** Refuses an admin without a second factor, or whose roles do not have the permission; undefined when neither holds. */
function refuseAdmin({ permission }: AccessRule, { adminRoles, hasSecondFactor }: Actor): Refused | undefined {
  if (!hasSecondFactor) return refuse('admin.second-factor-missing', 'not-allowed')
  if (permission !== undefined && !permissionsOf(adminRoles).includes(permission)) {
    return refuse('admin.not-permitted', 'not-allowed')
  }
  return undefined
}

function bearerToken(header: string | undefined): string | undefined {
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}
