import { changePreferences, readPreferences } from '@veranda/contract/notifications/routes.ts'
import { type Preferences } from '@veranda/contract/notifications/schemas.ts'
import { call } from '../../../lib/api/call.ts'
import { Problem } from '../../../lib/api/problem.ts'
import { queryCache, queryKeyOf } from '../../../lib/api/query.ts'
import { type SendQueueItem } from '../../../lib/send-queue.ts'
import { createUserSendQueue, useQueueItems } from '../../../lib/user-send-queue.ts'
import { mergeDeep, type PreferencesChange } from './merge-preferences.ts'

const lane = 'preferences'

/** The changes that could not be saved for want of a connection; saved in order when it is back. */
export const preferencesQueue = createUserSendQueue<PreferencesChange>({ suffix: '-preferences', send: sendChange })

let refusalHandler: (problem: Problem) => void = () => {}

/** Sets what happens when the server refuses a change that waited; what is shown is then as it was. */
export function onChangeRefused(handler: (problem: Problem) => void): void {
  refusalHandler = handler
}

export async function queueChange(part: PreferencesChange): Promise<void> {
  await preferencesQueue.add(lane, part)
}

/** Returns whether earlier changes still wait, before which a later one must not be saved. */
export function hasWaitingChanges(): boolean {
  return (preferencesQueue.current.get()?.items.get().length ?? 0) > 0
}

/** Returns the changes that wait, oldest first. */
export function useWaitingChanges(): readonly PreferencesChange[] {
  return useQueueItems(preferencesQueue).map(({ payload }) => payload)
}

async function sendChange({ clientId, payload }: SendQueueItem<PreferencesChange>): Promise<void> {
  const key = queryKeyOf(readPreferences, {})
  const finish = async () => preferencesQueue.current.get()?.remove(clientId)
  try {
    const saved = await call(changePreferences, { body: payload })
    await finish()
    queryCache.setQueryData<Preferences>(key, saved)
  } catch (error) {
    if (!(error instanceof Problem) || error.uncertain || error.status === 401 || error.status === 429) throw error
    await finish()
    refusalHandler(error)
    await queryCache.invalidateQueries({ queryKey: key })
  }
}

/** Returns preferences as they will be once the changes that wait are saved. */
export function withWaitingChanges(preferences: Preferences, waiting: readonly PreferencesChange[]): Preferences {
  let merged = preferences
  for (const part of waiting) merged = mergeDeep(merged, part)
  return merged
}
