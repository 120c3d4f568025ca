import { pushDevicesChanged } from '@veranda/contract/notifications/events.ts'
import {
  type AddPushDeviceBody,
  type PushDevice,
  type PushDeviceList,
} from '@veranda/contract/notifications/schemas.ts'
import { type Done } from '@veranda/contract/shared-schemas.ts'
import { isLoopbackEndpoint } from '@veranda/core/notifications/delivery/push-services.ts'
import { ok, refuse, type Result } from '@veranda/core/result.ts'
import { type CommandContext, type QueryContext } from '../../../platform/access/command-context.ts'
import { type Tx } from '../../../platform/db/database.ts'
import { type Deps } from '../../../platform/deps.ts'
import { type RequestInfo } from '../../../platform/http/route.ts'
import { publishChange } from '../../../platform/realtime/publish-change.ts'
import { countOtherDevices, deleteDevice, listLiveDevices, upsertDevice } from './push-device.repository.ts'

/** More browsers than anyone uses at once. */
const maxPushDevices = 20

const switchedOff = refuse('request.unknown-route', 'not-found')

/** Lists the browsers that the actor's notifications are pushed to. Without push there is no such list. */
export async function listPushDevices({ tx, actor, deps }: QueryContext): Promise<Result<PushDeviceList>> {
  if (!deps.gateways.push) return switchedOff
  return ok({ items: await listLiveDevices(tx, actor.id, actor.sessionId) })
}

/**
 * Adds the browser of the actor's session, or renews its subscription. Refuses push-device.unknown-service and
 * push-device.too-many.
 */
export async function addPushDevice(
  ctx: CommandContext & { readonly request: RequestInfo },
  { endpoint, keys }: AddPushDeviceBody,
): Promise<Result<PushDevice>> {
  const { tx, actor, deps, request } = ctx
  if (!deps.gateways.push) return switchedOff
  if (isLoopbackEndpoint(endpoint) && !deps.env.loopbackPush) {
    return refuse('push-device.unknown-service', 'invalid', { field: 'endpoint' })
  }
  const { id: userId, sessionId } = actor
  const others = await countOtherDevices(tx, { userId, sessionId, endpoint })
  if (others >= maxPushDevices) return refuse('push-device.too-many', 'conflict', { detail: { max: maxPushDevices } })
  const device = { id: deps.ids.next(), userId, sessionId, endpoint, keys, userAgent: request.userAgent }
  if (await upsertDevice(tx, { ...device, at: deps.clock.now() })) await publishDevicesChange(tx, ctx)
  const devices = await listLiveDevices(tx, userId, sessionId)
  const current = devices.find((one) => one.current)
  // The session ended while this call was under way.
  return current ? ok(current) : refuse('request.not-signed-in', 'not-signed-in')
}

/** Removes one of the actor's devices. Refuses push-device.not-found. */
export async function removePushDevice(ctx: CommandContext, id: string): Promise<Result<Done>> {
  const { tx, actor, deps } = ctx
  if (!deps.gateways.push) return switchedOff
  if (!(await deleteDevice(tx, { id, userId: actor.id }))) return refuse('push-device.not-found', 'not-found')
  await publishDevicesChange(tx, ctx)
  return ok({ done: true })
}

type Owner = { readonly actor: { readonly id: string }; readonly deps: Pick<Deps, 'clock'> }

/** Publishes that the actor's devices changed. They have no version of their own, so it is the time. */
async function publishDevicesChange(tx: Tx, { actor, deps }: Owner): Promise<void> {
  await publishChange(tx, [actor.id], pushDevicesChanged, { id: actor.id, version: deps.clock.now() })
}
