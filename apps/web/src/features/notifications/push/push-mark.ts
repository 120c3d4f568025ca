import { deviceStorage } from '../../../lib/device/device-storage.ts'

/** There as long as this user has push on in this browser; a sign-out removes it with the rest. */
const markKey = 'push'

/** Returns whether push was turned on in this browser. */
export function isPushOnHere(): boolean {
  return deviceStorage.get(markKey) !== null
}

export function markPushOn(): void {
  deviceStorage.set(markKey, 'on')
}

export function markPushOff(): void {
  deviceStorage.remove(markKey)
}
