import { type RouteOptions } from '../route.ts'
import { type Actor } from '../../access/actor.ts'

/** The load of a pool. */
export type PoolLoad = { readonly waitingCount: number; readonly options: { readonly max?: number | undefined } }

/**
 * The number of calls that may wait for each connection of the pool before a call of this kind is refused: reads first,
 * money last.
 */
const maxWaitingPerConnection = { read: 4, write: 8, money: 32 } as const

/**
 * Returns true when a call is refused at once because too many already wait for the database. Without a limit every call
 * would wait until its client gives up, and calls whose client has gone would delay the others.
 */
export function shedsCall(
  pool: PoolLoad,
  method: string,
  { paid, movesMoney, access }: Pick<RouteOptions<Actor | undefined>, 'paid' | 'movesMoney' | 'access'>,
): boolean {
  const isMoney = paid === true || movesMoney === true || access.kind === 'webhook'
  const kind = method === 'GET' || method === 'HEAD' ? 'read' : isMoney ? 'money' : 'write'
  return isOverloaded(pool, kind)
}

/** Returns true when a socket's event is refused at once; an event is a write that moves no money. */
export function shedsEvent(pool: PoolLoad): boolean {
  return isOverloaded(pool, 'write')
}

function isOverloaded(pool: PoolLoad, kind: keyof typeof maxWaitingPerConnection): boolean {
  return pool.waitingCount > maxWaitingPerConnection[kind] * (pool.options.max ?? 1)
}
