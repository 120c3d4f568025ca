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
 * Returns whether a call is refused at once because too many wait for the database already. Otherwise all would wait
 * longer than their clients do, and the work for those who have gone would delay the rest.
 */
export function shedsCall(pool: PoolLoad, method: string, options: RouteOptions<Actor | undefined>): boolean {
  const isMoney = options.idempotency === 'required' || options.paid === true || options.access.kind === 'webhook'
  const kind = isMoney ? 'money' : method === 'GET' || method === 'HEAD' ? 'read' : 'write'
  return pool.waitingCount > maxWaitingPerConnection[kind] * (pool.options.max ?? 1)
}
