import { refuse, type Result } from '@veranda/core/result.ts'
import { type FastifyRequest } from 'fastify'
import { type Access } from '../access/access.ts'
import { type Actor } from '../access/actor.ts'
import { type Deps } from '../deps.ts'
import { type RequestInfo, type ServedRoute } from './serve.ts'

/** Who calls, as far as the route lets them in; undefined is somebody signed out where that is allowed. */
export async function callerOf(
  { standing: { who } }: ServedRoute,
  { access, deps }: { access: Access; deps: Deps },
  request: FastifyRequest,
  info: RequestInfo,
): Promise<Result<Actor | undefined>> {
  if (who.kind === 'sandbox' && deps.env.mode !== 'sandbox') return refuse('request.unknown-route', 'not-found')
  if (who.kind === 'webhook') {
    const raw = info.raw ?? Buffer.alloc(0)
    const fits = await who.verify?.({ raw, headers: request.headers, env: deps.env })
    return fits ? { ok: true, value: undefined } : refuse('request.signature-refused', 'not-signed-in')
  }
  const token = bearer(request.headers.authorization)
  if (who.kind === 'cookie') return { ok: true, value: await access.actorOfCookie(info.cookieToken) }
  if (who.kind === 'signed-in-by-cookie' && !token) {
    const known = await access.actorOfCookie(info.cookieToken)
    return known ? { ok: true, value: known } : refuse('request.not-signed-in', 'not-signed-in')
  }
  const actor = token ? await access.actorOf({ token, cookieToken: info.cookieToken }) : undefined
  if (who.kind === 'operator' && actor && !actor.operator) return refuse('request.unknown-route', 'not-found')
  if (['signed-in', 'signed-in-by-cookie', 'operator'].includes(who.kind) && !actor) {
    return refuse('request.not-signed-in', 'not-signed-in')
  }
  return { ok: true, value: actor }
}

function bearer(header: string | undefined): string | undefined {
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined
}
